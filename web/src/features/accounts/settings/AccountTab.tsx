import { EmailCard } from './EmailCard.tsx'
import { AppearanceCard } from './AppearanceCard.tsx'
import { NameCard } from './NameCard.tsx'
import { PhoneCard } from './PhoneCard.tsx'

/** The account tab: name, contact details, appearance and language. */
export function AccountTab() {
  return (
    <>
      <NameCard />
      <EmailCard />
      <PhoneCard />
      <AppearanceCard />
    </>
  )
}
