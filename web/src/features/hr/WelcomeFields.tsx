import { flowLanguages, type FlowLanguage } from '@crewline/contract/flow-languages'
import { HR_WELCOME_MAX } from '@crewline/contract/hr-limits'
import { fillMerge } from '@crewline/contract/merge'
import { countTexts } from '@crewline/contract/segments'
import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { EditedLanguage, LanguagesInput } from '../../shared/ui/form/TextLanguages.tsx'
import { TextCounter } from '../messages/index.ts'
import type { HrWelcome } from './api.ts'
import classes from './Hr.module.css'

/** The welcome text in each language, with an example of it. */
export function WelcomeFields({
  welcome,
  error,
  onChange,
}: {
  welcome: HrWelcome
  error: string | undefined
  onChange: (welcome: HrWelcome) => void
}) {
  const { t } = useLingui()
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  const area = useRef<HTMLTextAreaElement>(null)
  const { text } = welcome
  const languages = flowLanguages.filter((language) => text[language] !== undefined)
  const [chosen, setChosen] = useState<FlowLanguage>(languages[0] ?? 'en')
  const language = languages.includes(chosen) ? chosen : (languages[0] ?? 'en')
  const body = text[language] ?? ''
  const [first, company] = ['{first_name}', '{organization}']
  const example = fillMerge(body, { first_name: 'Maria', full_name: 'Maria Lopez', organization }).body
  function choose(next: FlowLanguage[]): void {
    const kept = flowLanguages.filter((name) => next.includes(name))
    if (kept.length === 0) return
    onChange({ ...welcome, text: Object.fromEntries(kept.map((name) => [name, text[name] ?? ''])) })
    setChosen(kept.find((name) => !languages.includes(name)) ?? language)
  }
  return (
    <>
      <LanguagesInput
        choices={flowLanguages}
        value={languages}
        description={t`People whose language is missing get English, or else the first one.`}
        onChange={choose}
      />
      <EditedLanguage languages={languages} value={language} onChange={setChosen} />
      <div>
        <Textarea
          ref={area}
          label={t`Text`}
          description={
            <Trans>
              Use {first} for the name and {company} for your organization.
            </Trans>
          }
          value={body}
          error={error}
          maxLength={HR_WELCOME_MAX}
          autosize
          minRows={2}
          lang={language}
          dir="auto"
          onChange={(event) => onChange({ ...welcome, text: { ...text, [language]: event.currentTarget.value } })}
        />
        <TextCounter
          count={countTexts(body)}
          draft={body}
          hasMedia={false}
          onShow={(at) => {
            area.current?.focus()
            area.current?.setSelectionRange(at, at + 1)
          }}
        />
      </div>
      {example.trim() !== '' && (
        <p className={classes.example} dir="auto" lang={language} translate="no">
          {example}
        </p>
      )}
    </>
  )
}
