import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { IconCopy, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmCount } from '../../shared/ui/ConfirmCount.tsx'
import { countPicks, everything, type Picks } from '../../shared/ui/picks.ts'
import CopyPeople from './CopyPeople.tsx'
import { hasOwnPeople } from './group-rules.ts'
import classes from './Groups.module.css'
import { useRemovePeople } from './useRemovePeople.ts'

export interface MemberBarProps {
  group: Group
  search: string
  picks: Picks
  onPicks: (picks: Picks) => void
  /** How many are on the page, and how many the list has. */
  loaded: number
  total: number
  onClear: () => void
}

/** What may be done with the chosen people of a group, with their honest number. */
export default function MemberBar({ group, search, picks, onPicks, loaded, total, onClear }: MemberBarProps) {
  const { t, i18n } = useLingui()
  const [over, setOver] = useState<'copy' | 'remove'>()
  const count = countPicks(picks, total)
  const shown = i18n.number(count)
  const { name } = group
  const all = i18n.number(total)
  const mayTakeAll = !picks.isAll && picks.ids.size >= loaded && total > loaded
  const people = { groupId: group.id, search, picks }
  const { remove, isBusy } = useRemovePeople(group, onClear)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t`Chosen people`}>
      <span className={classes.barCount} role="status">
        <Trans>{shown} chosen</Trans>
      </span>
      {mayTakeAll && (
        <Button size="xs" variant="subtle" onClick={() => onPicks(everything)}>
          <Trans>Choose all {all} that match</Trans>
        </Button>
      )}
      {hasOwnPeople(group) && (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          leftSection={<IconUserMinus size={16} stroke={1.75} />}
          // A few named people come back with Undo; a whole list does not, so it is asked about first.
          onClick={() => (picks.isAll ? setOver('remove') : void remove(people))}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.75} />}
        onClick={() => setOver('copy')}
      >
        <Trans>Copy to…</Trans>
      </Button>
      <CloseButton aria-label={t`Choose nobody`} onClick={onClear} />
      {over === 'copy' && (
        <CopyPeople group={group} picks={picks} search={search} count={count} onClose={() => setOver(undefined)} />
      )}
      <ConfirmCount
        isOpen={over === 'remove'}
        title={plural(count, {
          one: `Remove # person from “${name}”?`,
          other: `Remove # people from “${name}”?`,
        })}
        confirmLabel={plural(count, { one: 'Remove # person', other: 'Remove # people' })}
        isDestructive
        onCancel={() => setOver(undefined)}
        onConfirm={async () => {
          await remove(people)
          setOver(undefined)
        }}
      >
        {group.type === 'dynamic' ? (
          <Trans>They stay contacts. The rules will not bring them back.</Trans>
        ) : (
          <Trans>They stay contacts.</Trans>
        )}
      </ConfirmCount>
    </div>
  )
}
