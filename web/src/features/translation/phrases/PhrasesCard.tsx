import { languageName } from '@crewline/contract/formats'
import { PHRASES_MAX } from '@crewline/contract/translation-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/api/from-contract.ts'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { FileChoice } from '../../../shared/ui/FileChoice.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { SearchBox } from '../../../shared/ui/table/SearchBox.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { PhraseRow } from './PhraseRow.tsx'
import { useOrganizationPhrasesQuery, type Phrase, type PhraseList, type PhraseQuery } from './phrases-api.ts'
import classes from './Phrases.module.css'

const PhraseEditor = lazyPart(() => import('./PhraseEditor.tsx'))
const ImportPhrases = lazyPart(() => import('./ImportPhrases.tsx'))

const pageSize = 50

/** What the list shows: `waits` and `waits-es` are texts to review, in any language or in one. */
function queryOf(shown: string): Pick<PhraseQuery, 'source' | 'show' | 'language'> {
  if (shown === 'built_in') return { source: 'built_in' }
  if (shown === 'removed') return { show: 'removed' }
  if (!shown.startsWith('waits')) return {}
  const language = shown.slice('waits-'.length) as PhraseQuery['language']
  return { show: 'to_review', ...(language && { language }) }
}

/** Lists the phrases of the organization, and the built-in ones: search, add, edit, review, import and export. */
export function PhrasesCard() {
  const { t } = useLingui()
  const canManage = useCan('replies.manage')
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState('own')
  const [size, setSize] = useState(pageSize)
  const [editing, setEditing] = useState<Phrase | 'new'>()
  const [isImporting, setImporting] = useState(false)
  const { data, isError, refetch } = useOrganizationPhrasesQuery({ search, ...queryOf(shown), pageSize: size })
  const isFull = (data?.own ?? 0) >= PHRASES_MAX
  return (
    <SettingsCard
      id="phrases"
      title={t`Phrases`}
      text={t`Sentences your team sends often, translated by people. They're sent before the built-in phrases. Each language is used once a teammate who reads it has reviewed the text.`}
      state={
        canManage && (
          <Button size="compact-sm" variant="default" disabled={isFull} onClick={() => setEditing('new')}>
            <Trans>Add phrase</Trans>
          </Button>
        )
      }
    >
      <div className={classes.tools}>
        <SearchBox label={t`Search phrases`} value={search} onSearch={setSearch} width={190} hasSlashKey={false} />
        <ShownSelect list={data} shown={shown} onShown={setShown} />
        {canManage && (
          <>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              <Trans>Import</Trans>
            </Button>
            <FileChoice name={t`phrases`} callFor={(format) => call('exportPhrases', { query: { format } })}>
              <Trans>Export</Trans>
            </FileChoice>
          </>
        )}
      </div>
      {isError && !data && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={4} />}
      {data?.total === 0 && <NoPhrases isFiltered={search !== '' || shown !== 'own'} />}
      {data && data.total > 0 && (
        <ul className={classes.texts} aria-label={t`Phrases`}>
          {data.data.map((phrase) => (
            <PhraseRow key={phrase.id} phrase={phrase} onEdit={() => setEditing(phrase)} />
          ))}
        </ul>
      )}
      {data && data.total > data.data.length && size < 200 && (
        <Button className={classes.more ?? ''} variant="default" onClick={() => setSize(size + pageSize)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {data && data.total > data.data.length && size >= 200 && (
        <p className={classes.meta}>
          <Trans>Search to find the others.</Trans>
        </p>
      )}
      <Suspense fallback={null}>
        {editing && (
          <PhraseEditor phrase={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        )}
        {isImporting && <ImportPhrases onClose={() => setImporting(false)} />}
      </Suspense>
    </SettingsCard>
  )
}

function ShownSelect({
  list,
  shown,
  onShown,
}: {
  list: PhraseList | undefined
  shown: string
  onShown: (shown: string) => void
}) {
  const { t, i18n } = useLingui()
  const waiting = (list?.waiting ?? []).map(({ language, texts }) => {
    const name = languageName(language, i18n.locale)
    return { value: `waits-${language}`, label: t`To review: ${name} (${texts})` }
  })
  const chosen = languageName(shown.slice('waits-'.length), i18n.locale)
  return (
    <Select
      aria-label={t`Show`}
      w={190}
      value={shown}
      onChange={(value) => onShown(value ?? 'own')}
      allowDeselect={false}
      data={[
        { value: 'own', label: t`Our phrases` },
        { value: 'waits', label: t`To review` },
        // The chosen language stays in the list once its last text is reviewed.
        ...waiting,
        ...(shown.startsWith('waits-') && !waiting.some(({ value }) => value === shown)
          ? [{ value: shown, label: t`To review: ${chosen}` }]
          : []),
        { value: 'removed', label: t`Removed` },
        { value: 'built_in', label: t`Built-in phrases` },
      ]}
    />
  )
}

function NoPhrases({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui()
  return isFiltered ? (
    <StatePanel kind="noMatch" title={t`No phrases here`} />
  ) : (
    <StatePanel
      kind="firstUse"
      title={t`No phrases of your own yet`}
      text={t`Add a sentence your team sends often, or import a list of phrases that are already translated.`}
    />
  )
}
