import { formatNumber } from '@crewline/contract/formats'
import type { Group } from '@crewline/contract/groups'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { IconCopy, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { countPicks, everything, type Picks } from '../../../shared/ui/table/selection.ts'
import CopyContacts from './CopyContacts.tsx'
import { canEditMembers } from '../group-rules.ts'
import classes from '../Groups.module.css'
import { useRemoveMembers } from './useRemoveMembers.ts'

export interface MemberBarProps {
  group: Group
  search: string
  picks: Picks
  onPicks: (picks: Picks) => void
  /** How many are loaded, and how many the list has. */
  loaded: number
  total: number
  onClear: () => void
}

/** The bulk actions for the selected contacts of a group, with the exact count. */
export default function MemberBar({ group, search, picks, onPicks, loaded, total, onClear }: MemberBarProps) {
  const { t, i18n } = useLingui()
  const [over, setOver] = useState<'copy' | 'remove'>()
  const count = countPicks(picks, total)
  const shown = formatNumber(count, i18n.locale)
  const { name } = group
  const all = formatNumber(total, i18n.locale)
  const mayTakeAll = !picks.isAll && picks.ids.size >= loaded && total > loaded
  const selection = { groupId: group.id, search, picks }
  const { remove, isBusy } = useRemoveMembers(group, onClear)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t`Selected contacts`}>
      <span className={classes.barCount} role="status">
        <Trans>{shown} selected</Trans>
      </span>
      {mayTakeAll && (
        <Button size="xs" variant="subtle" onClick={() => onPicks(everything)}>
          <Trans>Select all {all} that match</Trans>
        </Button>
      )}
      {canEditMembers(group) && (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          leftSection={<IconUserMinus size={16} stroke={1.75} />}
          // Removing a few selected contacts has Undo; removing a whole list has not, so it needs a confirmation.
          onClick={() => (picks.isAll ? setOver('remove') : void remove(selection))}
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
      <CloseButton aria-label={t`Clear selection`} onClick={onClear} />
      {over === 'copy' && (
        <CopyContacts group={group} picks={picks} search={search} count={count} onClose={() => setOver(undefined)} />
      )}
      <ConfirmCount
        isOpen={over === 'remove'}
        title={plural(count, { one: `Remove # contact from “${name}”?`, other: `Remove # contacts from “${name}”?` })}
        confirmLabel={plural(count, { one: 'Remove # contact', other: 'Remove # contacts' })}
        isDestructive
        onCancel={() => setOver(undefined)}
        onConfirm={async () => {
          await remove(selection)
          setOver(undefined)
        }}
      >
        {group.type === 'dynamic' ? (
          <Trans>They'll stay in your contacts. The rules won't add them back.</Trans>
        ) : (
          <Trans>They'll stay in your contacts.</Trans>
        )}
      </ConfirmCount>
    </div>
  )
}
