import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useBackCloses } from '../../shared/lib/useBackCloses.ts'
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
  /** Closes the panel because a link leads to another page. */
  onLeave: () => void
}

/** Short articles with a search, next to the page they are about, and whom to ask when they don't help. */
export function HelpPanel({ isOpen, onClose, onLeave }: HelpPanelProps) {
  const { t, i18n } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  useBackCloses(isOpen && isPhone, onClose)
  // A language without articles of its own shows those in English, as all other texts.
  const Body = i18n.locale.startsWith('es') ? SpanishBody : EnglishBody
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Help`} footer={<ContactUs onChat={onLeave} />}>
      <Suspense fallback={<SkeletonRows count={6} height={44} />}>
        <Body onClose={onLeave} isPhone={isPhone} />
      </Suspense>
    </RecordDrawer>
  )
}
