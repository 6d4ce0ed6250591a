import { formatList, languageName } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../../../shared/api/from-contract.ts'
import { useErrorText } from '../../../../shared/ui/text/useErrorText.ts'
import { useTranslateBroadcastMutation } from '../../api.ts'
import classes from '../Fields.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { RefusedLanguages } from './RefusedLanguages.tsx'
import { languagesToTranslate, withTranslations } from './variant-rules.ts'

const atOnceMax = 20
/** More languages than this are shown as a number. */
const namedLanguages = 3

/** Translates the text into the languages of the audience, and says why a language stays as written. */
export function TranslateBar({ draft, count }: { draft: Draft; count: AudienceCount }) {
  const { i18n } = useLingui()
  const describeError = useErrorText()
  const [translate, { isLoading }] = useTranslateBroadcastMutation()
  const [refused, setRefused] = useState<Reply<'translateBroadcast'>['variants']>([])
  const [problem, setProblem] = useState('')
  const { message } = draft.content
  const stale = message.variants.filter(({ source }) => source !== 'author').map(({ language }) => language)
  const missing = languagesToTranslate(message, count.data?.count.byLanguage ?? [])
  const to = [...missing, ...stale].slice(0, atOnceMax)
  const names = formatList(
    to.map((tag) => languageName(tag, i18n.locale)),
    i18n.locale,
  )
  async function run(): Promise<void> {
    const { data, error } = await translate({ body: message.body, from: message.language, to })
    setProblem(error ? describeError(error) : '')
    if (!data) return
    draft.changeMessage({ variants: withTranslations(message.variants, data.variants) })
    setRefused(data.variants.filter(({ kind }) => kind === 'refused'))
  }
  if (to.length === 0 && refused.length === 0) return null
  return (
    <>
      {to.length > 0 && message.body.trim() !== '' && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconLanguage size={16} stroke={1.75} />}
          loading={isLoading}
          onClick={() => void run()}
          title={names}
        >
          {missing.length === 0 ? (
            <Trans>Translate again</Trans>
          ) : to.length > namedLanguages ? (
            plural(to.length, { one: 'Translate to # language', other: 'Translate to # languages' })
          ) : (
            <Trans>Translate to {names}</Trans>
          )}
        </Button>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <RefusedLanguages refused={refused} />
    </>
  )
}
