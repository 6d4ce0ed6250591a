import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCan } from '../../shared/lib/session/select.ts'
import { useUndoableMergesQuery } from './api.ts'
import classes from './Privacy.module.css'
import { useUndoMerge } from './useMerge.ts'

/**
 * Shows the contact that was merged into this one in the last day, with Undo for members with the permission; renders
 * nothing when there was no merge.
 */
export function MergedNote({ contactId }: { contactId: string }) {
  const { i18n } = useLingui()
  const canEdit = useCan('contacts.edit')
  const { currentData: merges = [] } = useUndoableMergesQuery(contactId, { skip: !canEdit })
  const { undo, isLoading } = useUndoMerge()
  return merges.map(({ id, name, by, undoUntil }) => {
    const until = formatDate(undoUntil, 'longWeekdayTime', i18n.locale)
    return (
      <div key={id} className={classes.alike}>
        <span>
          {by ? (
            <Trans>
              Merged with {name} by {by}. You can undo this until {until}.
            </Trans>
          ) : (
            <Trans>
              Merged with {name}. You can undo this until {until}.
            </Trans>
          )}
        </span>
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void undo(id)}>
          <Trans>Undo merge</Trans>
        </Button>
      </div>
    )
  })
}
