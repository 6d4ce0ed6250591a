import type { Teammate } from '@crewline/contract/team'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { isNotProven, useProof } from '../accounts/index.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useChangeMemberMutation, useMemberWorkQuery } from './team-api.ts'
import { GroupLimit } from './GroupLimit.tsx'
import { HandOver } from './HandOver.tsx'
import { canBeLimited } from './role-rules.ts'
import { RoleCards } from './RoleCards.tsx'
import classes from './Team.module.css'
import { useRoleOptions } from './useRoleOptions.ts'

export interface MemberDrawerProps {
  member: Teammate
  onClose: () => void
}

function MemberForm({ member, onClose }: MemberDrawerProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [roleKey, setRole] = useState<string>(member.roleId ?? member.role)
  const { options, chosen: role } = useRoleOptions(roleKey)
  const [groupIds, setGroupIds] = useState(member.scope === 'all' ? undefined : member.groups.map(({ id }) => id))
  const [reassignTo, setReassignTo] = useState<string | null>(null)
  const [isMissingGroups, setMissingGroups] = useState(false)
  const [problem, setProblem] = useState('')
  const [change, { isLoading }] = useChangeMemberMutation()
  const { proven, dialog } = useProof()
  const isLimited = canBeLimited(role) && groupIds !== undefined
  const hasNoGroups = isLimited && groupIds.length === 0
  // What they may do is decided by the grant of the parent organization.
  const { viaParent } = member
  const { currentData: work } = useMemberWorkQuery(
    { memberId: member.id, role: role.key, ...(isLimited && { groupIds }) },
    { skip: hasNoGroups || Boolean(viaParent), refetchOnMountOrArgChange: true },
  )
  const lost = hasNoGroups ? 0 : (work?.conversations ?? 0)
  const name = fullName(member) || member.email

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setMissingGroups(hasNoGroups)
    setProblem('')
    if (hasNoGroups || isLoading) return
    const groups = canBeLimited(role) ? { groupIds: groupIds ?? [] } : {}
    const { error } = await proven(() =>
      change({ id: member.id, ...(!viaParent && { role: role.key }), ...groups, reassignTo }),
    )
    if (!error) {
      toast.api({ title: t`Saved`, message: t`Role and access updated for ${name}.` }, 'OK')
      return onClose()
    }
    if (!isNotProven(error)) setProblem(messageFor(error))
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {dialog}
      {viaParent ? (
        <p className={classes.via}>
          <Trans>
            They act here for <bdi translate="no">{viaParent}</bdi>. What they may do is decided under{' '}
            <Anchor component={Link} to="/dashboard/contacts/family">
              Parent organization
            </Anchor>
            .
          </Trans>
        </p>
      ) : (
        <RoleCards roles={options} chosen={role.key} onChoose={setRole} />
      )}
      {canBeLimited(role) && (
        <GroupLimit
          chosen={groupIds}
          onChoose={(ids) => {
            setGroupIds(ids)
            setMissingGroups(false)
          }}
          {...(isMissingGroups && { error: t`Choose at least one group.` })}
        />
      )}
      {lost > 0 && (
        <HandOver
          label={plural(lost, {
            one: 'They can no longer answer # conversation. Hand it over to',
            other: 'They can no longer answer # conversations. Hand them over to',
          })}
          exceptUserId={member.userId}
          chosen={reassignTo}
          onChoose={setReassignTo}
        />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isLoading}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}

/** Changes the role of a member and the contacts they see. */
export default function MemberDrawer({ member, onClose }: MemberDrawerProps) {
  const { t } = useLingui()
  const name = fullName(member) || member.email
  return (
    <RecordDrawer isOpen onClose={onClose} title={t`Role and access of ${name}`}>
      <MemberForm member={member} onClose={onClose} />
    </RecordDrawer>
  )
}
