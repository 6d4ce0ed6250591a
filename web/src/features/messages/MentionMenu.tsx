import { useLingui } from '@lingui/react/macro'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import { SuggestList, type SuggestKeys } from '../../shared/ui/SuggestList.tsx'
import { useNoteMembersQuery } from './api.ts'
import type { Named } from './trigger.ts'

export interface MentionMenuProps {
  query: string
  onPick: (named: Named) => void
  onClose: () => void
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

const most = 8

/** The teammates a note can speak to. */
export default function MentionMenu({ query, onPick, onClose, onKeys, onActive }: MentionMenuProps) {
  const { t } = useLingui()
  const { data: members } = useNoteMembersQuery()
  const wanted = query.toLocaleLowerCase()
  const found = (members ?? []).filter((member) => fullName(member).toLocaleLowerCase().includes(wanted)).slice(0, most)
  return (
    <SuggestList
      label={t`Teammates`}
      items={found.map((member) => ({
        key: member.userId,
        label: (
          <>
            <PersonAvatar name={fullName(member)} tintKey={member.userId} size={20} />
            <bdi>{fullName(member)}</bdi>
          </>
        ),
      }))}
      onPick={(key) => {
        const member = found.find(({ userId }) => userId === key)
        if (member) onPick({ userId: member.userId, name: fullName(member) })
      }}
      onClose={onClose}
      onKeys={onKeys}
      onActive={onActive}
      empty={members ? t`No teammate matches.` : t`Loading…`}
    />
  )
}
