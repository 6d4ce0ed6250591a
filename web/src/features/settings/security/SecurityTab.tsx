import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoStepCard } from './TwoStepCard.tsx'

/** How one proves who one is, and where one is signed in. */
export function SecurityTab() {
  return (
    <>
      <PasswordCard />
      <TwoStepCard />
      <SessionsCard />
    </>
  )
}
