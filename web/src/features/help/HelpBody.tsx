import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, TextInput } from '@mantine/core'
import { IconArrowLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { Link, useLocation } from 'react-router'
import { focusAfterRender } from '../../shared/lib/focus-after-render.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import type { ArticleKey, Articles, ArticleText } from './articles/article.ts'
import { articleKeys, findArticles, parseArticle, suggestArticles } from './help-rules.ts'
import classes from './Help.module.css'

export interface HelpBodyProps {
  articles: Articles
  /** Closes the panel when a link leads to another page. */
  onClose: () => void
  /** On a phone the panel has a history entry, which the page that a link leads to replaces. */
  isPhone: boolean
}

/** The list with its search, or the article that was chosen. */
export function HelpBody({ articles, onClose, isPhone }: HelpBodyProps) {
  const [typed, setTyped] = useState('')
  const [openKey, setOpenKey] = useState<ArticleKey>()
  const field = useRef<HTMLInputElement>(null)
  // The articles may arrive after the panel has looked for a field to focus.
  useEffect(() => field.current?.focus(), [])
  if (openKey)
    return (
      <Article
        article={articles[openKey]}
        onClose={onClose}
        isPhone={isPhone}
        onBack={() => {
          setOpenKey(undefined)
          focusAfterRender(() =>
            field.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>(`[data-article="${openKey}"]`),
          )
        }}
      />
    )
  return <ArticleList field={field} articles={articles} typed={typed} onType={setTyped} onOpen={setOpenKey} />
}

interface ArticleListProps {
  field: Ref<HTMLInputElement>
  articles: Articles
  typed: string
  onType: (typed: string) => void
  onOpen: (key: ArticleKey) => void
}

function ArticleList({ field, articles, typed, onType, onOpen }: ArticleListProps) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const isSearching = typed.trim() !== ''
  const found = findArticles(articles, typed)
  const suggested = suggestArticles(pathname, search)
  return (
    <>
      <TextInput
        ref={field}
        aria-label={t`Search help`}
        placeholder={t`Search help`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          const { value } = event.currentTarget
          onType(value)
          const count = findArticles(articles, value).length
          if (value.trim() !== '') announce(t`Articles found: ${count}`)
        }}
        data-autofocus
      />
      {isSearching ? (
        found.length > 0 ? (
          <Section name={t`Results`} keys={found} articles={articles} onOpen={onOpen} />
        ) : (
          <StatePanel
            kind="noMatch"
            compact
            title={t`No results for “${typed}”`}
            text={t`Try other words, or ask below.`}
          />
        )
      ) : (
        <>
          <Section name={t`About this page`} keys={suggested} articles={articles} onOpen={onOpen} />
          <Section
            name={t`More articles`}
            keys={articleKeys.filter((key) => !suggested.includes(key))}
            articles={articles}
            onOpen={onOpen}
          />
        </>
      )}
    </>
  )
}

interface SectionProps extends Pick<ArticleListProps, 'articles' | 'onOpen'> {
  name: string
  keys: readonly ArticleKey[]
}

function Section({ name, keys, articles, onOpen }: SectionProps) {
  return (
    <section aria-label={name}>
      <h3 className={classes.section}>{name}</h3>
      <ul className={classes.list}>
        {keys.map((key) => (
          <li key={key}>
            <button type="button" className={classes.row} data-article={key} onClick={() => onOpen(key)}>
              <span>{articles[key].title}</span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ArticleProps {
  article: ArticleText
  onBack: () => void
  onClose: () => void
  isPhone: boolean
}

function Article({ article, onBack, onClose, isPhone }: ArticleProps) {
  return (
    <article className={classes.article}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.back ?? ''}
        leftSection={<IconArrowLeft size={16} stroke={1.75} className="mantine-rotate-rtl" />}
        onClick={onBack}
      >
        <Trans>All articles</Trans>
      </Button>
      {/* The button that opened it is gone: reading goes on here. */}
      <h3 className={classes.title} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {article.title}
      </h3>
      {parseArticle(article.text).map((parts, at) => (
        <p key={at}>
          {parts.map(({ text, path }, place) =>
            path ? (
              <Anchor
                key={place}
                component={Link}
                to={path}
                replace={isPhone}
                inherit
                underline="always"
                onClick={onClose}
              >
                {text}
              </Anchor>
            ) : (
              text
            ),
          )}
        </p>
      ))}
    </article>
  )
}
