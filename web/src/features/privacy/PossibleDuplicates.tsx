import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { useDuplicatePairsQuery } from './api.ts'
import classes from './Privacy.module.css'
import { LazyMergeDialog } from './routes.tsx'

/** Shows the most likely duplicate of a contact with a merge button; renders nothing when there is none. */
export function PossibleDuplicates({ contactId }: { contactId: string }) {
  const { data } = useDuplicatePairsQuery(contactId)
  const [otherId, setOtherId] = useState<string>()
  const otherContact = data?.[0]?.contacts.find(({ id }) => id !== contactId)
  const name = otherContact && fullName(otherContact)
  return (
    <>
      {otherContact && (
        <div className={classes.alike}>
          <span>
            <Trans>This might be the same person as {name}.</Trans>
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setOtherId(otherContact.id)}>
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
