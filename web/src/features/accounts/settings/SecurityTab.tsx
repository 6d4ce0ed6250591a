import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoStepCard } from './TwoStepCard.tsx'

/** The security tab: password, two-step login and sessions. */
export function SecurityTab() {
  return (
    <>
      <PasswordCard />
      <TwoStepCard />
      <SessionsCard />
    </>
  )
}
