import { AUTONYMS, type FlowLanguage } from '@crewline/contract/flow-languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'

/** The name of a language in itself. Screen readers pronounce it, and translators of pages leave it as it is. */
export function Autonym({ language }: { language: FlowLanguage }) {
  return (
    <span lang={language} translate="no">
      {AUTONYMS[language]}
    </span>
  )
}

/** Chooses the languages in which texts for contacts are written; the last one cannot be removed. */
export function LanguagesInput<L extends FlowLanguage>({
  choices,
  value,
  onChange,
  description,
  error,
  readOnly,
}: {
  choices: readonly L[]
  value: readonly L[]
  /** Gets the chosen languages, and the one that was just added, which is usually the one to write in next. */
  onChange: (languages: L[], added: L | undefined) => void
  description: ReactNode
  error?: string | undefined
  readOnly?: boolean
}) {
  const { t } = useLingui()
  return (
    <MultiSelect<L>
      label={t`Languages`}
      description={description}
      data={choices.map((language) => ({ value: language, label: AUTONYMS[language] }))}
      value={[...value]}
      error={error}
      readOnly={readOnly}
      renderOption={({ option }) => <Autonym language={option.value} />}
      attributes={{ pill: { translate: 'no' } }}
      onChange={(languages) => {
        if (languages.length === 0) return
        onChange(
          languages,
          languages.find((candidate) => !value.includes(candidate)),
        )
      }}
    />
  )
}

/** Chooses which of the languages is edited; nothing is shown for one. */
export function EditedLanguage<L extends FlowLanguage>({
  languages,
  value,
  onChange,
}: {
  languages: readonly L[]
  value: L
  onChange: (language: L) => void
}) {
  const { t } = useLingui()
  if (languages.length < 2) return null
  return (
    <SegmentedControl
      aria-label={t`Language to edit`}
      data={languages.map((language) => ({ value: language, label: <Autonym language={language} /> }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Says which language people see whose own is missing, on pages that they open. */
export function FirstIsShown() {
  return <Trans>The first one is shown to everyone whose language is missing.</Trans>
}
