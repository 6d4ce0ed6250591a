import { WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX } from '@crewline/contract/webhook-limits'
import type { WebhookEvent } from '@crewline/contract/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isNotProven, useProof } from '../accounts/index.ts'
import { GroupLimit } from '../team/index.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCreateWebhookMutation, useEditWebhookMutation, type IssuedWebhook, type Webhook } from './api.ts'
import { useWebhookText } from './useWebhookText.ts'
import classes from './Webhooks.module.css'

const EVENTS: WebhookEvent[] = [
  'message.received',
  'message.status_changed',
  'consent.changed',
  'contact.changed',
  'broadcast.finished',
  'form.answered',
]

type Problems = Partial<Record<'url' | 'events' | 'groupIds' | 'form', string>>

export interface WebhookFormProps {
  /** The webhook to edit; absent for a new one. */
  webhook?: Webhook
  onCreated?: (issued: IssuedWebhook) => void
  onClose: () => void
}

/** The form of a webhook: where events go, which ones, and about which contacts. */
export function WebhookForm({ webhook, onCreated, onClose }: WebhookFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { events: eventNames } = useWebhookText()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [name, setName] = useState(webhook?.name ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? ['message.received'])
  const [groupIds, setGroupIds] = useState(webhook?.groups?.map(({ id }) => id))
  const [problems, setProblems] = useState<Problems>({})
  const unsaved = useUnsaved({ url, name, events, groupIds })
  const [create, created] = useCreateWebhookMutation()
  const [edit, edited] = useEditWebhookMutation()
  const { proven, dialog } = useProof()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const missing: Problems = {
      ...(url.trim() === '' && { url: t`Enter a URL.` }),
      ...(events.length === 0 && { events: t`Choose at least one event.` }),
      ...(groupIds?.length === 0 && { groupIds: t`Choose at least one group.` }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    const draft = { url: url.trim(), name: name.trim(), events, groupIds: groupIds ?? null }
    const { error } = webhook ? await proven(() => edit({ id: webhook.id, change: draft })) : await add(draft)
    if (!error) return unsaved.done(onClose)
    if (isNotProven(error)) return
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setProblems(Object.keys(fieldErrors).length > 0 ? fieldErrors : { form: messageFor(error) })
  }

  async function add(draft: Parameters<typeof create>[0]): Promise<{ error?: unknown }> {
    const { data, error } = await proven(() => create(draft))
    if (data) onCreated?.(data)
    return { error }
  }

  return (
    <>
      {dialog}
      {unsaved.question}
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t`URL`}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={WEBHOOK_URL_MAX}
          placeholder="https://example.com/webhooks"
          error={problems.url}
          dir="ltr"
          data-autofocus
        />
        <TextInput
          label={t`Name (optional)`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={WEBHOOK_NAME_MAX}
          dir="auto"
        />
        <Checkbox.Group label={t`Events`} value={events} onChange={setEvents} error={problems.events}>
          <div className={classes.checks}>
            {EVENTS.map((key) => (
              <Checkbox key={key} value={key} label={eventNames[key]} />
            ))}
          </div>
        </Checkbox.Group>
        <GroupLimit
          label={t`Events about`}
          chosen={groupIds}
          onChoose={setGroupIds}
          {...(problems.groupIds && { error: problems.groupIds })}
        />
        {problems.form && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {problems.form}
          </Text>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => unsaved.leave(onClose)}>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton isSending={created.isLoading || edited.isLoading}>
            {webhook ? <Trans>Save webhook</Trans> : <Trans>Add webhook</Trans>}
          </SubmitButton>
        </div>
      </form>
    </>
  )
}
