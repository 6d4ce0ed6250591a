import type { ChatKind } from '@crewline/contract/integrations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBrandSlack, IconBrandTeams, IconMessageForward } from '@tabler/icons-react'
import { useState } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import {
  useChatChannelsQuery,
  useDisconnectChatChannelMutation,
  useEditChatChannelMutation,
  useTestChatChannelMutation,
  type ChatChannel,
} from './api.ts'
import { ChannelEntry } from './ChannelEntry.tsx'
import { ChannelForm } from './ChannelForm.tsx'
import { useChatText } from './useChatText.ts'

type Open = { kind: 'new'; service: ChatKind } | { kind: 'edit' | 'disconnect'; id: string }

/** The channels of Slack and Teams: connect, choose, test, disconnect, and whether posts arrive. */
export function ChannelsCard() {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useChatChannelsQuery()
  const [open, setOpen] = useState<Open>()
  const { turn, sendTest, disconnect, testing } = useChannelActions()
  const { services } = useChatText()
  const close = () => setOpen(undefined)
  const chosen = open && open.kind !== 'new' ? data?.find(({ id }) => id === open.id) : undefined
  const name = chosen?.name ?? ''
  const service = open?.kind === 'new' ? services[open.service] : ''

  return (
    <SettingsCard
      id="chat-channels"
      title={t`Slack and Microsoft Teams`}
      text={t`Post to a channel when your team should look: a text that waits, a voicemail, a broadcast that stopped.`}
      state={<ConnectMenu onChoose={(kind) => setOpen({ kind: 'new', service: kind })} />}
    >
      {isError && !data && <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconMessageForward}
          title={t`No channels yet`}
          text={t`Connect the channel where your team already talks.`}
          compact
        />
      )}
      {data && data.length > 0 && (
        <ul className={entries.list} aria-label={t`Channels`}>
          {data.map((channel) => (
            <ChannelEntry
              key={channel.id}
              channel={channel}
              isTesting={testing === channel.id}
              onTest={() => void sendTest(channel)}
              onDo={(deed) =>
                deed === 'on' || deed === 'off' ? void turn(channel, deed) : setOpen({ kind: deed, id: channel.id })
              }
            />
          ))}
        </ul>
      )}
      <RecordDrawer isOpen={open?.kind === 'new'} onClose={close} title={t`Connect ${service}`}>
        {open?.kind === 'new' && <ChannelForm kind={open.service} onClose={close} />}
      </RecordDrawer>
      <RecordDrawer isOpen={open?.kind === 'edit' && chosen !== undefined} onClose={close} title={t`Edit channel`}>
        {chosen && <ChannelForm key={chosen.id} kind={chosen.kind} channel={chosen} onClose={close} />}
      </RecordDrawer>
      <ConfirmCount
        isOpen={open?.kind === 'disconnect' && chosen !== undefined}
        title={t`Disconnect ${name}?`}
        confirmLabel={t`Disconnect`}
        isDestructive
        onCancel={close}
        onConfirm={async () => {
          if (chosen) await disconnect(chosen)
          close()
        }}
      >
        <Trans>Nothing is posted to it any more. What was posted stays there.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

function ConnectMenu({ onChoose }: { onChoose: (kind: ChatKind) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default">
          <Trans>Connect channel</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBrandSlack size={16} stroke={1.75} />} onClick={() => onChoose('slack')}>
          Slack
        </Menu.Item>
        <Menu.Item leftSection={<IconBrandTeams size={16} stroke={1.75} />} onClick={() => onChoose('teams')}>
          Microsoft Teams
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useChannelActions() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { problemOf } = useChatText()
  const [edit] = useEditChatChannelMutation()
  const [end] = useDisconnectChatChannelMutation()
  const [test, tested] = useTestChatChannelMutation()
  return {
    testing: tested.isLoading ? tested.originalArgs : undefined,
    turn: async ({ id }: ChatChannel, state: 'on' | 'off'): Promise<void> => {
      const { error } = await edit({ id, change: { state } })
      if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
      if (state === 'off')
        toast.undo({
          message: t`Channel turned off. What happens meanwhile isn't posted.`,
          onUndo: () => void edit({ id, change: { state: 'on' } }),
        })
    },
    sendTest: async ({ id, kind }: ChatChannel): Promise<void> => {
      const { data, error } = await test(id)
      if (error) return toast.failed(error, { title: t`Couldn't post a test`, message: messageFor(error) })
      if (data?.problem)
        toast.api({ title: t`The test didn't arrive`, message: problemOf(data.problem, kind) }, 'ERROR')
      else toast.api({ title: t`Test posted`, message: t`Look in the channel.` }, 'OK')
    },
    disconnect: async ({ id }: ChatChannel): Promise<void> => {
      const { error } = await end(id)
      if (error) toast.failed(error, { title: t`Couldn't disconnect`, message: messageFor(error) })
    },
  }
}
