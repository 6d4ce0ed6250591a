import type { Teammate } from '@crewline/contract/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Divider, ScrollArea, TextInput } from '@mantine/core'
import { IconCheck, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { useMembersQuery } from '../state/related-api.ts'
import { Pick, PickList } from './ChoiceList.tsx'

export interface AssignChoicesProps {
  /** The current assignee; undefined for a bulk action. */
  assigneeId?: string | null
  onAssign: (assignee: Teammate | null) => void
}

const maxWithoutSearch = 7

/** Lists the possible assignees: the member, the teammates, no one. For a Popover. */
export default function AssignChoices({ assigneeId, onAssign }: AssignChoicesProps) {
  const { t } = useLingui()
  const { data: members = [] } = useMembersQuery()
  const me = useSession(({ auth }) => auth.user?.id)
  const [typed, setTyped] = useState('')
  const mine = members.find(({ userId }) => userId === me)
  const terms = typed.trim().toLocaleLowerCase()
  const others = members.filter(
    (member) => member.userId !== me && fullName(member).toLocaleLowerCase().includes(terms),
  )
  const tick = <IconCheck size={16} stroke={2} aria-hidden />
  const endOf = (id: string | null) => (assigneeId === id ? { isChosen: true, end: tick } : {})
  return (
    <PickList>
      {members.length > maxWithoutSearch && (
        <TextInput
          size="xs"
          mb={4}
          aria-label={t`Find a teammate`}
          placeholder={t`Find a teammate`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {mine && (
        <Pick icon={<IconUserCheck size={16} stroke={1.75} />} {...endOf(mine.userId)} onPick={() => onAssign(mine)}>
          <Trans>Assign to me</Trans>
        </Pick>
      )}
      <Pick icon={<IconUserOff size={16} stroke={1.75} />} {...endOf(null)} onPick={() => onAssign(null)}>
        <Trans>No one</Trans>
      </Pick>
      {others.length > 0 && <Divider my={4} />}
      <ScrollArea.Autosize mah={280}>
        {others.map((member) => (
          <Pick
            key={member.userId}
            icon={<NameAvatar name={fullName(member)} tintKey={member.userId} size={20} />}
            {...endOf(member.userId)}
            onPick={() => onAssign(member)}
          >
            <bdi>{fullName(member)}</bdi>
          </Pick>
        ))}
      </ScrollArea.Autosize>
    </PickList>
  )
}
