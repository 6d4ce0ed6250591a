import { CHAT_NAME_MAX, CHAT_URL_MAX, CHAT_WAIT_MINUTES } from '@crewline/contract/integration-limits'
import type { ChatEvent, ChatKind } from '@crewline/contract/integrations'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, PasswordInput, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isNotProven, useProof } from '../accounts/index.ts'
import { GroupLimit } from '../team/index.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useConnectChatChannelMutation, useEditChatChannelMutation, type ChatChannel } from './api.ts'
import classes from './Integrations.module.css'
import { useChatText } from './useChatText.ts'

const EVENTS: ChatEvent[] = [
  'reply.overdue',
  'voicemail.left',
  'broadcast.finished',
  'broadcast.problem',
  'broadcast.approval',
  'hr.attention',
  'billing.notice',
]

type WaitMinutes = (typeof CHAT_WAIT_MINUTES)[number]
type Problems = Partial<Record<'url' | 'name' | 'events' | 'groupIds' | 'form', string>>

export interface ChannelFormProps {
  kind: ChatKind
  /** The channel to edit; absent for a new one. */
  channel?: ChatChannel
  onClose: () => void
}

/** The form of a channel: its webhook, what is posted, about whom, and what posts contain. */
export function ChannelForm({ kind, channel, onClose }: ChannelFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { events: eventNames, services } = useChatText()
  const [url, setUrl] = useState('')
  const [name, setName] = useState(channel?.name ?? '')
  const [events, setEvents] = useState<ChatEvent[]>(channel?.events ?? ['reply.overdue', 'voicemail.left'])
  const [waitMinutes, setWaitMinutes] = useState(channel?.waitMinutes ?? 30)
  const [groupIds, setGroupIds] = useState(channel?.groups?.map(({ id }) => id))
  const [showsText, setShowsText] = useState(channel?.showsText ?? false)
  const [problems, setProblems] = useState<Problems>({})
  const unsaved = useUnsaved({ url, name, events, waitMinutes, groupIds, showsText })
  const [connect, connected] = useConnectChatChannelMutation()
  const [edit, edited] = useEditChatChannelMutation()
  const { proven, dialog } = useProof()
  const service = services[kind]

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const missing: Problems = {
      ...(!channel && url.trim() === '' && { url: t`Paste the webhook URL.` }),
      ...(name.trim() === '' && { name: t`Enter the name of the channel.` }),
      ...(events.length === 0 && { events: t`Choose at least one event.` }),
      ...(groupIds?.length === 0 && { groupIds: t`Choose at least one group.` }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    const draft = {
      name: name.trim(),
      events,
      waitMinutes: waitMinutes as WaitMinutes,
      groupIds: groupIds ?? null,
      showsText,
    }
    const { error } = channel
      ? await proven(() => edit({ id: channel.id, change: { ...draft, ...(url.trim() && { url: url.trim() }) } }))
      : await proven(() => connect({ ...draft, kind, url: url.trim() }))
    if (!error) return unsaved.done(onClose)
    if (isNotProven(error)) return
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    setProblems(Object.keys(fieldErrors).length > 0 ? fieldErrors : { form: messageFor(error) })
  }

  return (
    <>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {!channel && <SetUp kind={kind} />}
        <PasswordInput
          label={channel ? t`New webhook URL (optional)` : t`Webhook URL`}
          description={t`Everyone who knows it can post to the channel, so we never show it again.`}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={CHAT_URL_MAX}
          error={problems.url}
          autoComplete="off"
          dir="ltr"
          data-autofocus
        />
        <TextInput
          label={t`Channel`}
          description={t`Its name, so that your teammates know where posts go.`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={CHAT_NAME_MAX}
          placeholder={kind === 'slack' ? '#floor-team' : undefined}
          error={problems.name}
          dir="auto"
        />
        <Checkbox.Group label={t`What is posted`} value={events} onChange={setEvents} error={problems.events}>
          <div className={classes.checks}>
            {EVENTS.map((key) => (
              <Checkbox key={key} value={key} label={eventNames[key]} />
            ))}
          </div>
        </Checkbox.Group>
        {events.includes('reply.overdue') && (
          <NativeSelect
            label={t`A text waits too long after`}
            value={waitMinutes}
            onChange={(event) => setWaitMinutes(Number(event.currentTarget.value))}
          >
            {CHAT_WAIT_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                <WaitName minutes={minutes} />
              </option>
            ))}
          </NativeSelect>
        )}
        <GroupLimit
          label={t`Texts and voicemails from`}
          chosen={groupIds}
          onChoose={setGroupIds}
          {...(problems.groupIds && { error: problems.groupIds })}
        />
        <Switch
          label={t`Show what people wrote`}
          description={t`Off, a post names the person and links to the conversation. On, everyone in the channel can read the text, also people who can't see it in Crewline, and ${service} keeps it. Phone numbers are never posted.`}
          checked={showsText}
          onChange={(event) => setShowsText(event.currentTarget.checked)}
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
          <SubmitButton isSending={connected.isLoading || edited.isLoading}>
            {channel ? <Trans>Save channel</Trans> : <Trans>Connect channel</Trans>}
          </SubmitButton>
        </div>
      </form>
      {dialog}
      {unsaved.question}
    </>
  )
}

function WaitName({ minutes }: { minutes: number }) {
  if (minutes < 60) return <Plural value={minutes} one="# minute" other="# minutes" />
  return <Plural value={minutes / 60} one="# hour" other="# hours" />
}

/** The steps in the other service. */
function SetUp({ kind }: { kind: ChatKind }) {
  return (
    <ol className={classes.steps}>
      {kind === 'slack' ? (
        <>
          <li>
            <Trans>In Slack, create an app and turn on Incoming Webhooks.</Trans>
          </li>
          <li>
            <Trans>Add a webhook for the channel, and copy its URL.</Trans>
          </li>
        </>
      ) : (
        <>
          <li>
            <Trans>In Teams, open the menu of the channel and choose Workflows.</Trans>
          </li>
          <li>
            <Trans>
              Add the workflow that posts to a channel when a webhook request is received, and copy its URL.
            </Trans>
          </li>
        </>
      )}
    </ol>
  )
}
