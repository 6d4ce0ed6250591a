import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { isNotProven, useProof } from '../accounts/index.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import {
  useDeleteWebhookMutation,
  useEditWebhookMutation,
  useRotateWebhookSecretMutation,
  useWebhooksQuery,
  type Webhook,
} from './api.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookMenu, type WebhookDeed } from './WebhookMenu.tsx'
import classes from './Webhooks.module.css'

/** How long both secrets sign after a replacement, in hours. */
const OVERLAP_HOURS = 24

type Open = { kind: 'new' } | { kind: Exclude<WebhookDeed, 'on' | 'off'>; id: string }

/** Where events are sent: add, change, look at the log, send again. */
export function WebhooksCard() {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useWebhooksQuery()
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const { turn, rotate, remove, dialog } = useWebhookActions(setSecret)
  const close = () => setOpen(undefined)
  const chosen = open && open.kind !== 'new' ? data?.find(({ id }) => id === open.id) : undefined
  const name = chosen ? nameOf(chosen) : ''

  return (
    <SettingsCard
      id="webhooks"
      title={t`Webhooks`}
      text={t`Tell your own systems what happens here, as it happens.`}
      state={
        <Button size="compact-sm" variant="default" onClick={() => setOpen({ kind: 'new' })}>
          <Trans>Add webhook</Trans>
        </Button>
      }
    >
      {dialog}
      {isError && !data && <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconWebhook}
          title={t`No webhooks yet`}
          text={t`Add the URL of a system that should get messages, opt-outs or changed contacts.`}
          compact
        />
      )}
      {data && data.length > 0 && (
        <ul className={entries.list}>
          {data.map((webhook) => (
            <WebhookEntry
              key={webhook.id}
              webhook={webhook}
              onDo={(deed) =>
                deed === 'on' || deed === 'off' ? void turn(webhook, deed) : setOpen({ kind: deed, id: webhook.id })
              }
            />
          ))}
        </ul>
      )}
      <RecordDrawer isOpen={open?.kind === 'new'} onClose={close} title={t`Add webhook`}>
        <WebhookForm onClose={close} onCreated={(created) => setSecret(created.secret)} />
      </RecordDrawer>
      <RecordDrawer isOpen={open?.kind === 'edit' && chosen !== undefined} onClose={close} title={t`Edit webhook`}>
        {chosen && <WebhookForm key={chosen.id} webhook={chosen} onClose={close} />}
      </RecordDrawer>
      <RecordDrawer
        isOpen={open?.kind === 'log' && chosen !== undefined}
        onClose={close}
        title={<bdi>{t`Events sent to ${name}`}</bdi>}
      >
        {chosen && <DeliveryLog key={chosen.id} webhook={chosen} />}
      </RecordDrawer>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      <ConfirmCount
        isOpen={open?.kind === 'rotate' && chosen !== undefined}
        title={t`Replace the secret of ${name}?`}
        confirmLabel={t`Replace secret`}
        onCancel={close}
        onConfirm={async () => {
          if (chosen) await rotate(chosen)
          close()
        }}
      >
        <Trans>For 24 hours events are signed with both secrets, so that you can switch your system.</Trans>
      </ConfirmCount>
      <ConfirmCount
        isOpen={open?.kind === 'delete' && chosen !== undefined}
        title={t`Delete the webhook ${name}?`}
        confirmLabel={t`Delete webhook`}
        isDestructive
        onCancel={close}
        onConfirm={async () => {
          if (chosen) await remove(chosen)
          close()
        }}
      >
        <Trans>Its events and their log are deleted too.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

function nameOf({ name, url }: Webhook): string {
  return name || new URL(url).host
}

function useWebhookActions(onSecret: (secret: string) => void) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [edit] = useEditWebhookMutation()
  const [replace] = useRotateWebhookSecretMutation()
  const [end] = useDeleteWebhookMutation()
  const { proven, dialog } = useProof()
  return {
    dialog,
    turn: async ({ id }: Webhook, state: 'on' | 'off'): Promise<void> => {
      const { error } = await edit({ id, change: { state } })
      if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
      if (state === 'off')
        toast.undo({
          message: t`Webhook turned off. Events aren't sent or kept for it.`,
          onUndo: () => void edit({ id, change: { state: 'on' } }),
        })
    },
    rotate: async ({ id }: Webhook): Promise<void> => {
      const { data, error } = await proven(() => replace({ id, overlapHours: OVERLAP_HOURS }))
      if (data) onSecret(data.secret)
      else if (!isNotProven(error))
        toast.failed(error, { title: t`Couldn't replace the secret`, message: messageFor(error) })
    },
    remove: async ({ id }: Webhook): Promise<void> => {
      const { error } = await end(id)
      if (error) toast.failed(error, { title: t`Couldn't delete`, message: messageFor(error) })
    },
  }
}

/** Shows a webhook: where it goes, how many events it gets, and whether it works. */
function WebhookEntry({ webhook, onDo }: { webhook: Webhook; onDo: (deed: WebhookDeed) => void }) {
  const { url, events, groups, state, failingSince, waiting } = webhook
  const name = nameOf(webhook)
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{name}</bdi>
          {state === 'off' && (
            <span className={entries.quiet}>
              <Trans>Off</Trans>
            </span>
          )}
          {state === 'failed' && (
            <span className={`${entries.quiet} ${classes.problem}`}>
              <Trans>Turned off after failures</Trans>
            </span>
          )}
          {state === 'on' && failingSince && (
            <span className={`${entries.quiet} ${classes.problem}`}>
              <Trans>
                Failing since <RelativeTime at={failingSince} />
              </Trans>
            </span>
          )}
        </span>
        <p className={entries.words}>
          <bdi dir="ltr">{url}</bdi>
        </p>
        <p className={entries.words}>
          <Plural value={events.length} one="# kind of event" other="# kinds of events" />
          {groups && (
            <>
              {' · '}
              <bdi>{groups.map((group) => group.name).join(', ')}</bdi>
            </>
          )}
          {waiting > 0 && (
            <>
              {' · '}
              <Plural value={waiting} one="# event waiting" other="# events waiting" />
            </>
          )}
        </p>
      </div>
      <Button size="compact-sm" variant="default" onClick={() => onDo('log')}>
        <Trans>Log</Trans>
      </Button>
      <WebhookMenu name={name} isOn={state === 'on'} onDo={onDo} />
    </li>
  )
}
