import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '../../shared/api/send.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { FormDialog } from '../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCreateReplyMutation, useEditReplyMutation, type SavedReply } from './api.ts'

export interface ReplyEditorProps {
  /** The reply to edit; absent for a new one. */
  reply?: SavedReply | undefined
  /** Initial text of a new reply. */
  body?: string
  onClose: () => void
}

const nameMax = 60
const example = '{first_name}'
const shortcutMax = 30

function asShortcut(text: string): string {
  return text.replace(/^\/+/, '').replace(/\s+/g, '-').slice(0, shortcutMax)
}

/**
 * The form of a saved reply: its name, its shortcut after the slash, its text, and whether it is shared with the team.
 */
export default function ReplyEditor({ reply, body: initialBody = '', onClose }: ReplyEditorProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const canShare = useCan('replies.manage')
  const [name, setName] = useState(reply?.name ?? '')
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [body, setBody] = useState(reply?.body ?? initialBody)
  const [isShared, setShared] = useState(reply?.shared ?? false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState({ name: '', shortcut: '', form: '' })
  const [create, created] = useCreateReplyMutation()
  const [edit, edited] = useEditReplyMutation()
  const isShortcutInvalid = !/^[\p{L}\p{N}_-]*$/u.test(shortcut)

  function refused(error: unknown): void {
    const none = { name: '', shortcut: '', form: '' }
    const refusal = refusalOf<'createReply' | 'editReply'>(error)
    if (refusal?.code === 'name_taken') {
      const isShortcut = refusal.fieldErrors?.['name'] === undefined && shortcut !== ''
      setProblem(
        isShortcut
          ? { ...none, shortcut: t`This shortcut is already in use. Choose another.` }
          : { ...none, name: t`This name is already taken. Choose another one.` },
      )
    } else if (refusal?.code === 'too_many')
      setProblem({ ...none, form: t`You've reached the limit for saved replies. Delete one first.` })
    else setProblem({ ...none, form: messageFor(error) })
  }
  async function submit(): Promise<void> {
    setSubmitted(true)
    if (name.trim() === '' || body.trim() === '' || isShortcutInvalid) return
    const draft = { name: name.trim(), shortcut, body: body.trim(), ...(canShare && { shared: isShared }) }
    const { error } = await (reply ? edit({ id: reply.id, change: draft }) : create(draft))
    if (error) return refused(error)
    announce(t`Saved`)
    onClose()
  }

  return (
    <FormDialog
      title={reply ? t`Edit reply` : t`Save a reply`}
      size={480}
      submit={t`Save reply`}
      isSending={created.isLoading || edited.isLoading}
      problem={problem.form}
      onSubmit={submit}
      onClose={onClose}
      values={{ name, shortcut, body, isShared }}
    >
      <TextInput
        label={t`Name`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={nameMax}
        error={(isSubmitted && name.trim() === '' && t`Enter a name for the reply.`) || problem.name}
        data-autofocus
      />
      <TextInput
        label={t`Shortcut (optional)`}
        description={t`Type / and this shortcut in a message to insert the reply.`}
        leftSection="/"
        value={shortcut}
        onChange={(event) => setShortcut(asShortcut(event.currentTarget.value))}
        error={isShortcutInvalid ? t`Use letters, numbers, -, and _.` : problem.shortcut}
        autoCapitalize="none"
      />
      <Textarea
        label={t`Reply`}
        description={t`Fields like ${example} are filled in with each contact's details.`}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        maxLength={MESSAGE_MAX_CHARACTERS}
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        error={isSubmitted && body.trim() === '' && t`Enter the reply.`}
      />
      {canShare && (
        <Switch
          label={t`Share with your team`}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
