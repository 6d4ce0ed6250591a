import { formatMoney } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useInviteMemberMutation, usePlanSeatsQuery } from './api.ts'
import { readEmails } from './emails.ts'
import { GroupLimit } from './GroupLimit.tsx'
import { canBeLimited } from './role-rules.ts'
import { RoleCards } from './RoleCards.tsx'
import classes from './Team.module.css'
import { useRoleOptions } from './useRoleOptions.ts'

export interface InviteDrawerProps {
  isOpen: boolean
  onClose: () => void
}

interface Refused {
  email: string
  message: string
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [text, setText] = useState('')
  const [roleKey, setRole] = useState('agent')
  const { options, chosen: role } = useRoleOptions(roleKey)
  const [groupIds, setGroupIds] = useState<string[]>()
  const [problem, setProblem] = useState<'emails' | 'groups'>()
  const [refused, setRefused] = useState<Refused[]>([])
  const [isSending, setSending] = useState(false)
  const [invite] = useInviteMemberMutation()
  const canSeeBilling = useCan('billing.manage')
  const box = useRef<HTMLTextAreaElement>(null)
  const { emails, invalid } = readEmails(text)
  const count = emails.length
  const invalidText = invalid.join(', ')

  function check(): typeof problem {
    if (count === 0 || invalid.length > 0) return 'emails'
    return canBeLimited(role) && groupIds?.length === 0 ? 'groups' : undefined
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const newProblem = check()
    setProblem(newProblem)
    setRefused([])
    if (newProblem === 'emails') box.current?.focus()
    if (newProblem) return
    setSending(true)
    const failed: Refused[] = []
    for (const email of emails) {
      // One after the other: each call sends its own email, and the results keep their order.
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await invite({ email, role: role.key, groupIds: canBeLimited(role) ? (groupIds ?? []) : [] })
      if (error) failed.push({ email, message: messageFor(error) })
    }
    setSending(false)
    const sent = count - failed.length
    if (sent > 0) {
      toast.api(
        {
          title: t`Invited`,
          message: plural(sent, {
            one: 'Invitation sent to # person. It expires in 7 days.',
            other: 'Invitation sent to # people. It expires in 7 days.',
          }),
        },
        'OK',
      )
    }
    if (failed.length === 0) return onClose()
    setRefused(failed)
    setText(failed.map(({ email }) => email).join('\n'))
    box.current?.focus()
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {refused.length > 0 && (
        <ul className={classes.refused} role="alert">
          {refused.map(({ email, message }) => (
            <li key={email}>
              <bdi>{email}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
      <Textarea
        ref={box}
        name="emails"
        label={t`Emails`}
        description={t`Enter one, or paste a list.`}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={
          problem === 'emails' &&
          (invalid.length > 0 ? t`Check these addresses: ${invalidText}` : t`Enter an email, like ana@company.com.`)
        }
        minRows={3}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <RoleCards roles={options} chosen={role.key} onChoose={setRole} />
      {canBeLimited(role) && (
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
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>
          {count > 1 ? (
            <Plural value={count} one="Invite # teammate" other="Invite # teammates" />
          ) : (
            <Trans>Invite</Trans>
          )}
        </SubmitButton>
      </div>
    </form>
  )
}

/** Says what further seats cost, when the plan has none left for these invitations. */
function SeatsLine({ invited }: { invited: number }) {
  const { i18n } = useLingui()
  const { data: seats } = usePlanSeatsQuery()
  if (!seats) return null
  const extra = Math.min(invited, seats.used + invited - seats.included)
  if (extra <= 0) return null
  const each = formatMoney(seats.cents, seats.currency, i18n.locale)
  const sum = formatMoney(extra * seats.cents, seats.currency, i18n.locale)
  return (
    <p className={classes.seats} role="status">
      <Plural
        value={extra}
        one={`Your plan has no seat left for # of these teammates. It costs ${each} more each month once they join.`}
        other={`Your plan has no seat left for # of these teammates. They cost ${sum} more each month once they join.`}
      />{' '}
      <Link to="/dashboard/settings?tab=billing">
        <Trans>See your plan</Trans>
      </Link>
    </p>
  )
}

/** Invites one or several teammates by email, with a role, for all contacts or only some groups. */
export function InviteDrawer({ isOpen, onClose }: InviteDrawerProps) {
  const { t } = useLingui()
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Invite teammates`}>
      <InviteForm onClose={onClose} />
    </RecordDrawer>
  )
}
