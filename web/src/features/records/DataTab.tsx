import { ExportsCard } from './exports/ExportsCard.tsx'
import { VerifyCard } from './exports/VerifyCard.tsx'
import { HoldsCard } from './holds/HoldsCard.tsx'
import { RequestsCard } from './requests/RequestsCard.tsx'
import { PurgesCard } from './retention/PurgesCard.tsx'
import { RetentionCard } from './retention/RetentionCard.tsx'

/** How long data is kept, what must be kept, and what was deleted. */
export function DataTab() {
  return (
    <>
      <RetentionCard />
      <HoldsCard />
      <RequestsCard />
      <ExportsCard />
      <VerifyCard />
      <PurgesCard />
    </>
  )
}
