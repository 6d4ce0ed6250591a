import { INVITATION_ROWS_MAX } from '@crewline/contract/organization-limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { useRoleNames } from '../organizations/index.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useIsChanged, useUnsavedIf } from '../../shared/ui/form/useUnsaved.ts'
import { GroupLimit } from './GroupLimit.tsx'
import { InvitationRows } from './invite/InvitationRows.tsx'
import { readRows } from './invite/read-rows.ts'
import { SeatsLine } from './invite/SeatsLine.tsx'
import { useInvitations, type InvitationRow } from './invite/useInvitations.ts'
import { canBeLimited } from './role-rules.ts'
import { RoleCards } from './RoleCards.tsx'
import classes from './Team.module.css'
import { useRoleOptions } from './useRoleOptions.ts'

export interface InviteDrawerProps {
  isOpen: boolean
  onClose: () => void
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const [text, setText] = useState('')
  const [roleKey, setRole] = useState('agent')
  const { options, chosen: role } = useRoleOptions(roleKey)
  const [groupIds, setGroupIds] = useState<string[]>()
  const [problem, setProblem] = useState<'emails' | 'many' | 'groups'>()
  const [isReviewing, setReviewing] = useState(false)
  const invitations = useInvitations()
  const [isSent, setSent] = useState(false)
  // What is left after invitations were sent is what could not be.
  const unsaved = useUnsavedIf(useIsChanged({ text, roleKey, groupIds }) && !isSent)
  const canSeeBilling = useCan('billing.manage')
  const edits = useRef(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const roleKeyOf = (name: string) =>
    options.find((option) => (option.name ?? roleNames[option.role]).toLowerCase() === name.toLowerCase())?.key
  const pasted = readRows(text, roleKeyOf)
  const count = pasted.length
  const most = INVITATION_ROWS_MAX

  function problemOf(): typeof problem {
    if (count === 0) return 'emails'
    if (count > most) return 'many'
    const isAnyLimited = pasted.some((row) => canBeLimited(optionOf(row.roleKey ?? role.key)))
    return isAnyLimited && groupIds?.length === 0 ? 'groups' : undefined
  }
  const optionOf = (key: string) => options.find((option) => option.key === key) ?? role
  const invitationOf = ({ email, roleKey: key }: InvitationRow) => ({
    email,
    role: key,
    groupIds: canBeLimited(optionOf(key)) ? (groupIds ?? []) : [],
  })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (invitations.isBusy) return
    const found = problemOf()
    setProblem(found)
    if (found === 'emails' || found === 'many') box.current?.focus()
    if (found) return
    const checked = edits.current
    await invitations.check(pasted.map((row) => ({ email: row.email, roleKey: row.roleKey ?? role.key })))
    // Corrected meanwhile: the checked list is the one before.
    if (edits.current === checked) setReviewing(true)
  }

  async function send(): Promise<void> {
    // A row may have got a role that can be limited. No chosen group would mean every contact.
    const isLimited = invitations.rows.some(
      ({ problem: text, roleKey: key }) => text === '' && canBeLimited(optionOf(key)),
    )
    if (isLimited && groupIds?.length === 0) {
      setProblem('groups')
      return back()
    }
    const ready = invitations.rows.length
    const left = await invitations.send(invitationOf)
    if (left === 0) return unsaved.done(onClose)
    setSent(left < ready)
  }

  function back(): void {
    // Also what was corrected in the list.
    const lines = invitations.rows.map(({ email, roleKey: key }) => {
      const { name, role: kind } = optionOf(key)
      return key === role.key ? email : `${email}, ${name ?? roleNames[kind]}`
    })
    setText(lines.join('\n'))
    setReviewing(false)
  }

  if (isReviewing)
    return (
      <>
        <InvitationRows invitations={invitations} roles={options} onBack={back} onSend={() => void send()} />
        {unsaved.question}
      </>
    )
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <Textarea
        ref={box}
        name="emails"
        label={t`Emails`}
        description={t`Enter one, or paste a list. A line may name a role, like ana@company.com, Manager.`}
        value={text}
        onChange={(event) => {
          edits.current += 1
          setSent(false)
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={
          problem === 'emails'
            ? t`Enter an email, like ana@company.com.`
            : problem === 'many' && t`Paste ${most} at most.`
        }
        minRows={3}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <RoleCards
        roles={options}
        chosen={role.key}
        onChoose={(key) => {
          edits.current += 1
          setRole(key)
        }}
      />
      {(canBeLimited(role) || problem === 'groups') && (
        <GroupLimit
          chosen={groupIds}
          onChoose={(ids) => {
            setGroupIds(ids)
            setProblem(undefined)
          }}
          {...(problem === 'groups' && { error: t`Choose at least one group.` })}
        />
      )}
      {canSeeBilling && <SeatsLine invited={Math.max(1, count)} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={invitations.isBusy}>
          {count > 1 ? (
            <Plural value={count} one="Review # invitation" other="Review # invitations" />
          ) : (
            <Trans>Review</Trans>
          )}
        </SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}

/** Invites one or several teammates by email, for all contacts or only some groups; shows the list before it is sent. */
export function InviteDrawer({ isOpen, onClose }: InviteDrawerProps) {
  const { t } = useLingui()
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Invite teammates`}>
      <InviteForm onClose={onClose} />
    </RecordDrawer>
  )
}
