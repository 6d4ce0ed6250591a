import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { useDuplicatePairsQuery } from './api.ts'
import classes from './Roster.module.css'
import { LazyMergeDialog } from './routes.tsx'

/** Who may be the same person as a worker, the surest one, with the way to make them one; nothing where nobody may. */
export function PossibleDuplicates({ contactId }: { contactId: string }) {
  const { data } = useDuplicatePairsQuery(contactId)
  const [otherId, setOtherId] = useState<string>()
  const other = data?.[0]?.contacts.find(({ id }) => id !== contactId)
  const name = other && fullName(other)
  return (
    <>
      {other && (
        <div className={classes.alike}>
          <span>
            <Trans>This may be the same person as {name}.</Trans>
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setOtherId(other.id)}>
            <Trans>Merge…</Trans>
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {otherId && (
          <LazyMergeDialog contactId={contactId} otherId={otherId} isOpen onClose={() => setOtherId(undefined)} />
        )}
      </Suspense>
    </>
  )
}
