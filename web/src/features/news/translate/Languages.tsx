import { areStorable } from '@crewline/contract/block-rules'
import type { NewsLanguage } from '@crewline/contract/news'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, MultiSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { Autonym } from '../../../shared/ui/form/TextLanguages.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useTranslateNewsMutation } from '../api.ts'
import classes from '../News.module.css'
import {
  AUTONYMS,
  NEWS_LANGUAGES,
  openTranslations,
  translationRows,
  withMachineTranslation,
  withTranslation,
} from '../news-rules.ts'
import type { IssueDraft } from '../useIssueDraft.ts'
import { Row } from './Row.tsx'

/** The translations of an issue: which languages it has, and the text of each block in them. */
export function Languages({ draft, isReadOnly }: { draft: IssueDraft; isReadOnly: boolean }) {
  const { t } = useLingui()
  const { content, change } = draft
  const [chosen, setChosen] = useState<NewsLanguage>()
  const language = content.languages.find((tag) => tag === chosen) ?? content.languages[0]
  return (
    <div className={classes.narrow}>
      <MultiSelect
        label={t`Languages besides ${AUTONYMS[content.language]}`}
        description={t`Readers get the language of their phone once every text is translated. Until then they get the original.`}
        data={NEWS_LANGUAGES.filter((tag) => tag !== content.language).map((value) => ({
          value,
          label: AUTONYMS[value],
        }))}
        value={content.languages}
        readOnly={isReadOnly}
        searchable
        onChange={(languages) => {
          const added = languages.find((tag) => !content.languages.includes(tag))
          change({ languages })
          if (added) setChosen(added)
        }}
      />
      {content.languages.length > 1 && (
        <SegmentedControl
          aria-label={t`Language to translate`}
          data={content.languages.map((value) => ({ value, label: <Autonym language={value} /> }))}
          value={language ?? 'en'}
          onChange={setChosen}
        />
      )}
      {language ? (
        <Translations key={language} draft={draft} language={language} isReadOnly={isReadOnly} />
      ) : (
        <StatePanel
          kind="firstUse"
          compact
          title={t`Only in ${AUTONYMS[content.language]}`}
          text={t`Add a language to translate this issue into.`}
        />
      )}
    </div>
  )
}

function Translations({
  draft,
  language,
  isReadOnly,
}: {
  draft: IssueDraft
  language: NewsLanguage
  isReadOnly: boolean
}) {
  const { t } = useLingui()
  const { content, change } = draft
  const [translate] = useTranslateNewsMutation()
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState<number>()
  // A row whose translation arrived is mounted anew; the others keep what is typed in them.
  const [arrived, setArrived] = useState<Readonly<Record<string, number>>>({})
  const rows = translationRows(content, language)
  const open = openTranslations(content, language)
  async function translateAll(): Promise<void> {
    setBusy(true)
    let refused = 0
    for (const row of rows) {
      if (row.state === 'done') continue
      const { data } = await translate({ from: content.language, to: language, texts: row.texts })
      if (!data || data.kind === 'refused' || !areStorable(data.texts)) {
        refused += 1
        continue
      }
      const { texts } = data
      let isTaken = false
      change((now) => {
        const next = withMachineTranslation(now, language, { row, texts })
        isTaken = next !== now
        return { translations: next.translations }
      })
      if (isTaken) setArrived((all) => ({ ...all, [row.key]: (all[row.key] ?? 0) + 1 }))
    }
    setLeft(refused)
    setBusy(false)
    announce(refused === 0 ? t`Everything is translated` : t`Some texts need a person`)
  }
  return (
    <section aria-label={AUTONYMS[language]} className={classes.column}>
      <div className={classes.bar}>
        <Badge color={open === 0 ? 'green' : 'yellow'}>
          {open === 0 ? (
            <Trans>Complete</Trans>
          ) : (
            <Plural value={open} one="# text needs translation" other="# texts need translation" />
          )}
        </Badge>
        {!isReadOnly && open > 0 && (
          <Button variant="default" loading={isBusy} onClick={() => void translateAll()}>
            <Trans>Translate what is open</Trans>
          </Button>
        )}
      </div>
      {left !== undefined && left > 0 && (
        <p className={classes.quiet} role="status">
          <Plural
            value={left}
            one="# text could not be translated as a whole. Write it yourself."
            other="# texts could not be translated as a whole. Write them yourself."
          />
        </p>
      )}
      <p className={classes.quiet}>
        <Trans>Write **bold**, *italic* and [text](https://example.com) for links.</Trans>
      </p>
      {rows.map((row) => (
        <Row
          key={`${row.key} ${arrived[row.key] ?? 0} ${draft.revision}`}
          row={row}
          from={content.language}
          to={language}
          isReadOnly={isReadOnly}
          onChange={(texts) =>
            change((now) => ({
              translations: withTranslation(now, language, { key: row.key, source: row.texts, texts }).translations,
            }))
          }
        />
      ))}
    </section>
  )
}
