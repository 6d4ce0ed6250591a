import { useLingui } from '@lingui/react/macro'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { SuggestList, type SuggestKeys } from '../../../shared/ui/overlay/SuggestList.tsx'
import { useNoteMembersQuery } from '../api.ts'
import type { Named } from './trigger.ts'

export interface MentionMenuProps {
  query: string
  onPick: (named: Named) => void
  onClose: () => void
  onKeys: (keys: SuggestKeys | undefined) => void
  onActive: (optionId: string) => void
}

const most = 8

/** Lists the teammates that a note can mention. */
export default function MentionMenu({ query, onPick, onClose, onKeys, onActive }: MentionMenuProps) {
  const { t } = useLingui()
  const { data: members } = useNoteMembersQuery()
  const terms = query.toLocaleLowerCase()
  const matches = (members ?? [])
    .filter((member) => fullName(member).toLocaleLowerCase().includes(terms))
    .slice(0, most)
  return (
    <SuggestList
      label={t`Teammates`}
      items={matches.map((member) => ({
        key: member.userId,
        label: (
          <>
            <NameAvatar name={fullName(member)} tintKey={member.userId} size={20} />
            <bdi>{fullName(member)}</bdi>
          </>
        ),
      }))}
      onPick={(key) => {
        const member = matches.find(({ userId }) => userId === key)
        if (member) onPick({ userId: member.userId, name: fullName(member) })
      }}
      onClose={onClose}
      onKeys={onKeys}
      onActive={onActive}
      empty={members ? t`No matching teammates.` : t`Loading…`}
    />
  )
}
