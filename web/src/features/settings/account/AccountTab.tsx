import { lazy, Suspense } from 'react'
import { EmailCard } from './EmailCard.tsx'
import { AppearanceCard } from './LookCard.tsx'
import { NameCard } from './NameCard.tsx'
import { PhoneCard } from './PhoneCard.tsx'

const WritingCard = lazy(async () => {
  const card = await import('./WritingCard.tsx')
  return { default: card.WritingCard }
})

/** The account tab: name, contact details, appearance and language. */
export function AccountTab() {
  return (
    <>
      <NameCard />
      <EmailCard />
      <PhoneCard />
      <AppearanceCard />
      <Suspense fallback={null}>
        <WritingCard />
      </Suspense>
    </>
  )
}
