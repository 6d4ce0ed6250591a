import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRoleNames } from '../../organizations/index.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import type { RoleOption } from '../role-rules.ts'
import classes from '../Team.module.css'
import type { InvitationRow, Invitations } from './useInvitations.ts'

export interface InvitationRowsProps {
  invitations: Invitations
  roles: RoleOption[]
  onBack: () => void
  onSend: () => void
}

/** The list of invitations before they are sent: each row with its role, and why it cannot be sent. */
export function InvitationRows({ invitations, roles, onBack, onSend }: InvitationRowsProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  const { rows, isBusy, isSending, failure, check } = invitations
  const ready = rows.filter(({ problem }) => problem === '').length
  const change = (id: string, part: Partial<InvitationRow>) =>
    void check(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && ready > 0) onSend()
      }}
    >
      <p className={classes.plain} role="status">
        <Plural
          value={ready}
          _0="No invitation can be sent yet."
          one="# invitation is ready."
          other="# invitations are ready."
        />{' '}
        {rows.length > ready && <Plural value={rows.length - ready} one="# needs a fix." other="# need a fix." />}
      </p>
      {failure && (
        <p className={classes.problem} role="alert">
          {failure}
        </p>
      )}
      <ul className={classes.rows} aria-label={t`Invitations`}>
        {rows.map(({ id, email, roleKey, problem }, nth) => {
          const number = nth + 1
          return (
            <li key={id} className={classes.row}>
              <TextInput
                className={classes.rowEmail ?? ''}
                aria-label={t`Email in row ${number}`}
                defaultValue={email}
                error={problem}
                autoComplete="off"
                spellCheck={false}
                readOnly={isSending}
                onBlur={({ currentTarget: { value } }) => value.trim() !== email && change(id, { email: value.trim() })}
                onKeyDown={(event) => {
                  const value = event.currentTarget.value.trim()
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing || value === email) return
                  // Sent as it was before the correction otherwise.
                  event.preventDefault()
                  change(id, { email: value })
                }}
              />
              <Select
                className={classes.rowRole ?? ''}
                aria-label={t`Role in row ${number}`}
                value={roleKey}
                allowDeselect={false}
                disabled={isSending}
                data={roles.map(({ key, name, role }) => ({ value: key, label: name ?? names[role] }))}
                onChange={(value) => value !== null && change(id, { roleKey: value })}
              />
              <ActionIcon
                aria-label={t`Remove row ${number}`}
                disabled={isSending}
                onClick={() => void check(rows.filter((row) => row.id !== id))}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          <Trans>Back</Trans>
        </Button>
        <SubmitButton isSending={isBusy}>
          <Plural value={ready} _0="Send invitations" one="Send # invitation" other="Send # invitations" />
        </SubmitButton>
      </div>
    </form>
  )
}
