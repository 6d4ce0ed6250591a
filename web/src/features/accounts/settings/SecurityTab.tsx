import { LogInsCard } from './LogInsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoStepCard } from './TwoStepCard.tsx'
import { ViewingsCard } from './ViewingsCard.tsx'

/** The security tab: password, two-step login, sessions, and who viewed as the member. */
export function SecurityTab() {
  return (
    <>
      <PasswordCard />
      <TwoStepCard />
      <SessionsCard />
      <LogInsCard />
      <ViewingsCard />
    </>
  )
}
