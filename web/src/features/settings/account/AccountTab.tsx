import { lazy, Suspense } from 'react'
import { EmailCard } from './EmailCard.tsx'
import { LookCard } from './LookCard.tsx'
import { NameCard } from './NameCard.tsx'
import { PhoneCard } from './PhoneCard.tsx'

const WritingCard = lazy(async () => {
  const card = await import('./WritingCard.tsx')
  return { default: card.WritingCard }
})

/** Who one is, how one is reached, and how the application looks and speaks. */
export function AccountTab() {
  return (
    <>
      <NameCard />
      <EmailCard />
      <PhoneCard />
      <LookCard />
      <Suspense fallback={null}>
        <WritingCard />
      </Suspense>
    </>
  )
}
