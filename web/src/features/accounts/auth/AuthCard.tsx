import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useRef, type ReactNode } from 'react'
import { chooseLocale, localeName } from '../../../shared/lib/locale.ts'
import { locales } from '../../../shared/ui/text/preferred-locale.ts'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'

export interface AuthCardProps {
  title: string
  /** A sentence under the title. */
  text?: ReactNode
  children?: ReactNode
}

/**
 * Moves the focus to the heading of a page that opened without a page load, so that screen readers announce it; a
 * focused field keeps the focus.
 */
function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
      {title}
    </Title>
  )
}

/** The frame of every page before login: one card, with languages and help under it. */
export function AuthCard({ title, text, children }: AuthCardProps) {
  const { t, i18n } = useLingui()
  const { online } = useNetwork()
  return (
    <div className={classes.page}>
      <div role="status">
        {!online && (
          <p className={classes.offline}>
            <Trans>You're offline. Continue once you're back online.</Trans>
          </p>
        )}
      </div>
      <main className={classes.card}>
        <p className={classes.logo} translate="no">
          <img src={logoUrl} width={28} height={28} alt="" />
          Crewline
        </p>
        <Heading key={title} title={title} />
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </main>
      <div className={classes.foot}>
        <nav className={classes.languages} aria-label={t`Language`}>
          {locales.map((locale) => (
            <Button
              key={locale}
              variant="subtle"
              color="gray"
              size="compact-sm"
              lang={locale}
              translate="no"
              aria-current={locale === i18n.locale || undefined}
              onClick={() => void chooseLocale(locale)}
            >
              {localeName(locale)}
            </Button>
          ))}
        </nav>
        <AuthLink to="/auth/help">
          <Trans>Help</Trans>
        </AuthLink>
      </div>
    </div>
  )
}

const logoUrl = new URL('../../../app/favicon.svg', import.meta.url).href
