import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { chooseLocale, localeNames } from '../../shared/lib/locale.ts'
import { locales } from '../../shared/ui/language.ts'
import classes from './AuthCard.module.css'

export interface AuthCardProps {
  title: string
  /** One sentence under the title. */
  text?: string
  children: ReactNode
}

/** The frame of every page before log-in: one card, the languages under it. */
export function AuthCard({ title, text, children }: AuthCardProps) {
  const { t, i18n } = useLingui()
  const { online } = useNetwork()
  return (
    <div className={classes.page}>
      <div role="status">
        {!online && (
          <p className={classes.offline}>
            <Trans>You are offline. Log in when you are back.</Trans>
          </p>
        )}
      </div>
      <main className={classes.card}>
        <p className={classes.logo}>
          <img src={logoUrl} width={28} height={28} alt="" />
          Crewline
        </p>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </main>
      <nav className={classes.languages} aria-label={t`Language`}>
        {locales.map((locale) => (
          <Button
            key={locale}
            variant="subtle"
            color="gray"
            size="compact-sm"
            lang={locale}
            aria-current={locale === i18n.locale || undefined}
            onClick={() => void chooseLocale(locale)}
          >
            {localeNames[locale]}
          </Button>
        ))}
      </nav>
    </div>
  )
}

const logoUrl = new URL('../../app/favicon.svg', import.meta.url).href
