import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBrandSlack,
  IconBrandTeams,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useId } from 'react'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import type { ChatChannel } from './api.ts'
import classes from './Integrations.module.css'
import { useChatText } from './useChatText.ts'

/** What can be done with a channel, besides a test. */
export type ChannelDeed = 'edit' | 'on' | 'off' | 'disconnect'

export interface ChannelEntryProps {
  channel: ChatChannel
  isTesting: boolean
  onTest: () => void
  onDo: (deed: ChannelDeed) => void
}

/** A channel: where it is, what it gets, and whether posts arrive. */
export function ChannelEntry({ channel, isTesting, onTest, onDo }: ChannelEntryProps) {
  const { kind, name, events, groups, state, lastPostedAt, problem, waiting } = channel
  const { services, problemOf } = useChatText()
  const ids = useId()
  const Mark = kind === 'slack' ? IconBrandSlack : IconBrandTeams
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <Mark size={18} stroke={1.75} aria-hidden className={classes.mark ?? ''} />
          <bdi id={`${ids}-name`} translate="no">
            {name}
          </bdi>
          {state === 'off' && (
            <span className={entries.quiet}>
              <Trans>Off</Trans>
            </span>
          )}
          {state === 'failed' && (
            <span className={`${entries.quiet} ${classes.problem}`}>
              <Trans>Turned off: posts don't arrive</Trans>
            </span>
          )}
        </span>
        <p className={entries.words}>
          {services[kind]}
          {' · '}
          <Plural value={events.length} one="# kind of event" other="# kinds of events" />
          {groups && ` · ${groups.map((group) => group.name).join(', ')}`}
          {waiting > 0 && (
            <>
              {' · '}
              <Plural value={waiting} one="# post waiting" other="# posts waiting" />
            </>
          )}
        </p>
        {problem ? (
          <p className={`${entries.words} ${classes.problem} ${classes.reason}`}>
            {problemOf(problem.kind, kind)} <RelativeTime at={problem.at} />
          </p>
        ) : (
          <p className={entries.words}>
            {lastPostedAt ? (
              <Trans>
                Last post <RelativeTime at={lastPostedAt} />
              </Trans>
            ) : (
              <Trans>Nothing posted yet</Trans>
            )}
          </p>
        )}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        loading={isTesting}
        onClick={onTest}
        id={`${ids}-test`}
        aria-labelledby={`${ids}-test ${ids}-name`}
      >
        <Trans>Send a test</Trans>
      </Button>
      <ChannelMenu name={name} isOn={state === 'on'} onDo={onDo} />
    </li>
  )
}

function ChannelMenu({ name, isOn, onDo }: { name: string; isOn: boolean; onDo: (deed: ChannelDeed) => void }) {
  const { t } = useLingui()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t`More options for ${name}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => onDo('edit')}>
          <Trans>Edit</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={isOn ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />}
          onClick={() => onDo(isOn ? 'off' : 'on')}
        >
          {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => onDo('disconnect')}>
          <Trans>Disconnect</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
