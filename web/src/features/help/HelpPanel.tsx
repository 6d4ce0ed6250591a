import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { ContactUs } from './ContactUs.tsx'
import type { HelpBodyProps } from './HelpBody.tsx'

type OwnProps = Omit<HelpBodyProps, 'articles'>

/** The articles of one language with the code that shows them; other languages are not loaded. */
const EnglishBody = lazyPart(async () => {
  const [{ HelpBody }, { articles }] = await Promise.all([import('./HelpBody.tsx'), import('./articles/en.ts')])
  return { default: (props: OwnProps) => <HelpBody {...props} articles={articles} /> }
})
const SpanishBody = lazyPart(async () => {
  const [{ HelpBody }, { articles }] = await Promise.all([import('./HelpBody.tsx'), import('./articles/es.ts')])
  return { default: (props: OwnProps) => <HelpBody {...props} articles={articles} /> }
})

export interface HelpPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** Short articles with a search, next to the page they are about, and whom to ask when they don't help. */
export function HelpPanel({ isOpen, onClose }: HelpPanelProps) {
  const { t, i18n } = useLingui()
  // A language without articles of its own shows those in English, as all other texts.
  const Body = i18n.locale.startsWith('es') ? SpanishBody : EnglishBody
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Help`} footer={<ContactUs />}>
      <Suspense fallback={<SkeletonRows count={6} height={44} />}>
        <Body onClose={onClose} />
      </Suspense>
    </RecordDrawer>
  )
}
