import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCan } from '../../shared/lib/session/select.ts'
import { useUndoableMergesQuery } from './api.ts'
import classes from './Roster.module.css'
import { useUndoMerge } from './useMerge.ts'

/** Who became part of a worker in the last day, with the way back for who may take it; nothing where nobody did. */
export function MergedNote({ contactId }: { contactId: string }) {
  const { i18n } = useLingui()
  const canEdit = useCan('contacts.edit')
  const { currentData: merges = [] } = useUndoableMergesQuery(contactId, { skip: !canEdit })
  const { undo, isLoading } = useUndoMerge()
  return merges.map(({ id, name, by, undoUntil }) => {
    const until = i18n.date(new Date(undoUntil), { weekday: 'long', hour: 'numeric', minute: '2-digit' })
    return (
      <div key={id} className={classes.alike}>
        <span>
          {by ? (
            <Trans>
              Merged with {name} by {by}. You can undo it until {until}.
            </Trans>
          ) : (
            <Trans>
              Merged with {name}. You can undo it until {until}.
            </Trans>
          )}
        </span>
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void undo(id)}>
          <Trans>Undo the merge</Trans>
        </Button>
      </div>
    )
  })
}
