import { NEWS_TITLE_MAX } from '@crewline/contract/news-limits'
import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import classes from '../News.module.css'
import { PICTURES_MAX } from '@crewline/contract/block-limits'
import { blocksTooLong, blockWithTooManyPictures } from '../news-rules.ts'
import type { IssueDraft } from '../useIssueDraft.ts'
import { useNewsNames } from '../useNewsNames.ts'
import { Preview } from './Preview.tsx'
import { CoverField } from './CoverField.tsx'
import { useSources } from './useSources.ts'

const BlockEditor = lazyPart(async () => ({
  default: (await import('../../../shared/ui/blocks/BlockEditor.tsx')).BlockEditor,
}))

const ReadingLevel = lazyPart(async () => ({ default: (await import('./ReadingLevel.tsx')).ReadingLevel }))

export interface WriteProps {
  draft: IssueDraft
  issue: NewsIssue
  isReadOnly: boolean
  /** What was missing when it was published, by `title`, `blocks` or `blocks.<id>`. */
  errors: Readonly<Record<string, string>>
  /** The first of these: `title`, `cover` or the id of a block. It gets the focus; a new object asks again. */
  wrong: { id: string } | undefined
}

/** Writes an issue, beside the page as people will see it on a phone. */
export function Write({ draft, issue, isReadOnly, errors, wrong }: WriteProps) {
  const { t } = useLingui()
  const { content, change } = draft
  const sources = useSources(issue)
  const [focusOn, setFocusOn] = useState<{ id: string }>()
  // A problem is gone when its block changed since.
  const [fixed, setFixed] = useState<ReadonlySet<string>>(new Set())
  const [lastErrors, setLastErrors] = useState(errors)
  if (errors !== lastErrors) {
    setLastErrors(errors)
    setFixed(new Set())
    setFocusOn(undefined)
  }
  const column = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wrong?.id === 'title' || wrong?.id === 'cover')
      column.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong])
  const open = Object.entries(errors).filter(([field]) => !fixed.has(field))
  const tooLong = blocksTooLong(content).map((id): [string, string] => [
    `blocks.${id}`,
    t`This text is too long, so the issue can’t be saved. Shorten it, or split it into two blocks.`,
  ])
  const crowded = blockWithTooManyPictures(content)
  if (crowded !== undefined)
    tooLong.push([`blocks.${crowded}`, t`Use at most ${PICTURES_MAX} pictures. The issue can’t be saved with more.`])
  const blockErrors = Object.fromEntries(
    [...open, ...tooLong].map(([field, text]) => [field.replace(/^blocks\./, ''), text]),
  )
  return (
    <div className={classes.write}>
      <div className={classes.column} ref={column}>
        {open.length > 0 && (
          <Problems
            title={t`Complete these before you publish`}
            problems={open}
            draft={draft}
            onOpen={(id) => setFocusOn({ id })}
          />
        )}
        {tooLong.length > 0 && (
          <Problems
            title={t`Shorten these to save the issue`}
            problems={tooLong}
            draft={draft}
            onOpen={(id) => setFocusOn({ id })}
          />
        )}
        <TextInput
          label={t`Title`}
          value={content.title}
          error={open.find(([field]) => field === 'title')?.[1]}
          maxLength={NEWS_TITLE_MAX}
          readOnly={isReadOnly}
          size="md"
          lang={content.language}
          dir="auto"
          onChange={(event) => {
            change({ title: event.currentTarget.value })
            setFixed((before) => new Set([...before, 'title']))
          }}
        />
        <CoverField
          cover={content.cover}
          sources={sources}
          error={open.find(([field]) => field === 'cover')?.[1]}
          isReadOnly={isReadOnly}
          onChange={(cover) => {
            change({ cover })
            setFixed((before) => new Set([...before, 'cover']))
          }}
        />
        <Suspense fallback={<Skeleton height={400} radius="md" />}>
          <BlockEditor
            key={draft.revision}
            blocks={content.blocks}
            label={t`Text of the issue`}
            language={content.language}
            sources={sources}
            errors={blockErrors}
            focusOn={focusOn ?? wrong}
            isReadOnly={isReadOnly}
            onChange={(blocks) => {
              const before = new Map(content.blocks.map((block) => [block.id, JSON.stringify(block)]))
              const changed = blocks.filter((block) => before.get(block.id) !== JSON.stringify(block))
              const gone = content.blocks.filter(({ id }) => !blocks.some((block) => block.id === id))
              change({ blocks })
              if (open.length > 0)
                setFixed((now) => new Set([...now, 'blocks', ...[...changed, ...gone].map(({ id }) => `blocks.${id}`)]))
            }}
          />
        </Suspense>
        <Suspense fallback={null}>
          <ReadingLevel content={content} onOpen={(id) => setFocusOn({ id })} />
        </Suspense>
        <Checkbox
          label={t`Readers can react with one tap`}
          checked={content.reactions}
          disabled={isReadOnly}
          onChange={(event) => change({ reactions: event.currentTarget.checked })}
        />
      </div>
      <Preview content={content} />
    </div>
  )
}

function Problems({
  title,
  problems,
  draft,
  onOpen,
}: {
  title: string
  problems: [field: string, text: string][]
  draft: IssueDraft
  onOpen: (id: string) => void
}) {
  const { part } = useNewsNames()
  return (
    <section className={classes.problems} role="alert" aria-label={title}>
      <p className={classes.name}>{title}</p>
      <ul className={classes.plain}>
        {problems.map(([field, text]) => {
          const block = draft.content.blocks.find(({ id }) => field === `blocks.${id}`)
          return (
            <li key={field}>
              {block ? `${part[block.type]}: ${text}` : text}{' '}
              {block && (
                <Button variant="subtle" size="xs" onClick={() => onOpen(block.id)}>
                  <Trans>Go to block</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
