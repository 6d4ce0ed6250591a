import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import { languageName } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Tabs } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import classes from './Message.module.css'
import { useCrewLanguages } from '../../../organizations/index.ts'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { TranslateBar } from './TranslateBar.tsx'
import { isAutomatic } from './variant-rules.ts'

export interface LanguageTabsProps {
  draft: Draft
  count: AudienceCount
  /** The language whose text is edited. */
  language: string
  onLanguage: (language: string) => void
}

/** The languages of the message as tabs; a text from a machine is marked until it is edited or approved. */
export function LanguageTabs({ draft, count, language, onLanguage }: LanguageTabsProps) {
  const { t, i18n } = useLingui()
  const { message } = draft.content
  const offered = offeredLanguages(
    [message.language, ...message.variants.map((variant) => variant.language)],
    count.data?.count.byLanguage.map((counted) => counted.language) ?? [],
    useCrewLanguages().offered,
  )
  function add(added: string): void {
    const variant: BroadcastVariant = { language: added, body: message.body, source: 'author', approved: true }
    draft.changeMessage({ variants: [...message.variants, variant] })
    onLanguage(added)
  }
  return (
    <div className={classes.languageBar}>
      <Tabs value={language} onChange={(next) => next && onLanguage(next)}>
        <Tabs.List aria-label={t`Languages`}>
          <Tabs.Tab value={message.language} rightSection={<IconCheck size={14} stroke={2} aria-hidden />}>
            {languageName(message.language, i18n.locale)}
          </Tabs.Tab>
          {message.variants.map((variant) => (
            <Tabs.Tab key={variant.language} value={variant.language}>
              {languageName(variant.language, i18n.locale)}
              {isAutomatic(variant) && (
                <span className={classes.auto}>
                  <Trans>auto</Trans>
                </span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {offered.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={16} stroke={1.75} />}>
              <Trans>Language</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((tag) => (
              <Menu.Item key={tag} onClick={() => add(tag)}>
                {languageName(tag, i18n.locale)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <TranslateBar draft={draft} count={count} />
    </div>
  )
}

/** Those of the audience first, then those of the crew and the usual ones. */
function offeredLanguages(written: string[], ofAudience: string[], usual: string[]): string[] {
  return [...new Set([...ofAudience, ...usual])].filter((tag) => !written.includes(tag))
}
