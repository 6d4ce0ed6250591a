import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import { FORM_TRANSLATED_MAX } from '@crewline/contract/form-limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { Banner } from '../../../shared/ui/feedback/Banner.tsx'
import { useTranslateFormMutation } from '../api.ts'
import { missingTexts, withTranslations } from '../form-rules.ts'
import classes from '../Forms.module.css'
import { AUTONYMS } from '../useFormNames.ts'

interface TranslateBarProps {
  content: FormContent
  language: FormLanguage
  /** Changes the form as it is when the translation arrives. */
  onFill: (fill: (now: FormContent) => FormContent) => void
}

/** Fills the missing texts of a language, and approves what a machine translated. */
export function TranslateBar({ content, language, onFill }: TranslateBarProps) {
  const { t } = useLingui()
  const [translate] = useTranslateFormMutation()
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState<number>()
  const from = content.languages[0] ?? 'en'
  const missing = missingTexts(content, language)
  const name = AUTONYMS[language]
  async function fill(): Promise<void> {
    setBusy(true)
    const translated = new Map<string, string>()
    let isMachine = false
    for (let at = 0; at < missing.length; at += FORM_TRANSLATED_MAX) {
      const texts = missing.slice(at, at + FORM_TRANSLATED_MAX)
      const { data } = await translate({ from, to: language, texts })
      isMachine ||= data?.isMachine ?? false
      data?.texts.forEach((text, index) => {
        if (text !== null) translated.set(texts[index] ?? '', text)
      })
    }
    onFill((now) => withTranslations(now, language, { translated, isMachine }))
    setBusy(false)
    // What was not translated, or became too long for its place, is left to a person.
    const open = missingTexts(withTranslations(content, language, { translated, isMachine }), language).length
    setLeft(open)
    announce(open === 0 ? t`Everything is translated` : t`Some texts need a person`)
  }
  if (language === from) return undefined
  return (
    <>
      {missing.length > 0 && (
        <Group gap="sm">
          <Button variant="default" loading={isBusy} onClick={() => void fill()}>
            <Trans>Translate what is missing</Trans>
          </Button>
          {left !== undefined && left > 0 && (
            <p className={classes.quiet} role="status">
              <Plural
                value={left}
                one="# text could not be translated as a whole. Write it yourself."
                other="# texts could not be translated as a whole. Write them yourself."
              />
            </p>
          )}
        </Group>
      )}
      {content.machineLanguages.includes(language) && (
        <Banner tone="warn">
          <Trans>A machine translated texts in {name}. Read them before people do.</Trans>{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              onFill((now) => ({ ...now, machineLanguages: now.machineLanguages.filter((one) => one !== language) }))
            }
          >
            <Trans>Approve</Trans>
          </Button>
        </Banner>
      )}
    </>
  )
}
