import { EmailCard } from './EmailCard.tsx'
import { LookCard } from './LookCard.tsx'
import { NameCard } from './NameCard.tsx'
import { PhoneCard } from './PhoneCard.tsx'

/** Who one is, how one is reached, and how the application looks and speaks. */
export function AccountTab() {
  return (
    <>
      <NameCard />
      <EmailCard />
      <PhoneCard />
      <LookCard />
    </>
  )
}
