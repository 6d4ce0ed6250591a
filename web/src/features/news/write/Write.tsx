import { bearerOf } from '../../../shared/lib/session/state.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { useStore } from 'react-redux'
import { NEWS_TITLE_MAX } from '@crewline/contract/news-limits'
import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import classes from '../News.module.css'
import type { IssueDraft } from '../useIssueDraft.ts'
import { useNewsNames } from '../useNewsNames.ts'
import { Preview } from './Preview.tsx'
import { uploadPicture } from './upload-picture.ts'

const BlockEditor = lazyPart(async () => ({
  default: (await import('../../../shared/ui/blocks/BlockEditor.tsx')).BlockEditor,
}))

export interface WriteProps {
  draft: IssueDraft
  issue: NewsIssue
  isReadOnly: boolean
  /** What was missing when it was published, by `title`, `blocks` or `blocks.<id>`. */
  errors: Readonly<Record<string, string>>
}

/** Writes an issue, beside the page as people will see it on a phone. */
export function Write({ draft, issue, isReadOnly, errors }: WriteProps) {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const { content, change } = draft
  const pictures = useRef(new Map(issue.pictures.map(({ id, url }) => [id, url])))
  const [focusOn, setFocusOn] = useState<{ id: string }>()
  // A problem is gone when its block changed since.
  const [fixed, setFixed] = useState<ReadonlySet<string>>(new Set())
  const [lastErrors, setLastErrors] = useState(errors)
  if (errors !== lastErrors) {
    setLastErrors(errors)
    setFixed(new Set())
  }
  const open = Object.entries(errors).filter(([field]) => !fixed.has(field))
  const blockErrors = Object.fromEntries(open.map(([field, text]) => [field.replace(/^blocks\./, ''), text]))
  async function addPicture(file: File): Promise<string | undefined> {
    const answer = await uploadPicture(file, bearerOf(getState().auth))
    if ('error' in answer) {
      const { error } = answer
      toast.api(
        { title: t`Picture not added`, message: error.message || t`Check your connection and try again.` },
        'ERROR',
      )
      return undefined
    }
    const { picture } = answer.data
    pictures.current.set(picture.id, picture.url)
    return picture.id
  }
  return (
    <div className={classes.write}>
      <div className={classes.column}>
        {open.length > 0 && <Problems problems={open} draft={draft} onOpen={(id) => setFocusOn({ id })} />}
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
        <Suspense fallback={<Skeleton height={400} radius="md" />}>
          <BlockEditor
            key={draft.revision}
            blocks={content.blocks}
            label={t`Text of the issue`}
            language={content.language}
            urlOf={(fileId) => pictures.current.get(fileId) ?? ''}
            onPicture={addPicture}
            errors={blockErrors}
            focusOn={focusOn}
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
  problems,
  draft,
  onOpen,
}: {
  problems: [field: string, text: string][]
  draft: IssueDraft
  onOpen: (id: string) => void
}) {
  const { t } = useLingui()
  const { part } = useNewsNames()
  return (
    <section className={classes.problems} role="alert" aria-label={t`Complete these before you publish`}>
      <p className={classes.name}>
        <Trans>Complete these before you publish</Trans>
      </p>
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
