import { formText } from '@crewline/contract/form-questions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Skeleton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useErrorText } from '../../../../shared/ui/text/useErrorText.ts'
import { useOpenFormsQuery, usePublishedNewsQuery } from '../../linked-pages.ts'
import classes from './Message.module.css'

/** A page that a message can link. */
export interface LinkedPage {
  id: string
  title: string
  /** Returns its address for readers of a language. */
  linkIn: (language: string) => string
}

interface PageMenuProps {
  onChoose: (page: LinkedPage) => void
}

/** Adds the link of an open form. Each person gets a link of their own when the broadcast is sent. */
export function FormMenu({ onChoose }: PageMenuProps) {
  const { t } = useLingui()
  const [isOpened, setOpened] = useState(false)
  const { data, error, refetch } = useOpenFormsQuery(undefined, { skip: !isOpened })
  return (
    <PageMenu
      label={<Trans>Form</Trans>}
      pages={data?.map(({ id, name, title, link, languages }) => ({
        id,
        title: name || formText(title, languages[0] ?? 'en'),
        linkIn: () => link,
      }))}
      error={error}
      onRetry={() => void refetch()}
      empty={t`No form is open.`}
      all={{ to: '/dashboard/apps/forms', label: t`Go to forms` }}
      onOpen={() => setOpened(true)}
      onChoose={onChoose}
    />
  )
}

/** Adds the link of a published issue of the newsletter, in the language of each text. */
export function NewsletterMenu({ onChoose }: PageMenuProps) {
  const { t } = useLingui()
  const [isOpened, setOpened] = useState(false)
  const { data, error, refetch } = usePublishedNewsQuery(undefined, { skip: !isOpened })
  return (
    <PageMenu
      label={<Trans>Newsletter</Trans>}
      pages={data?.map(({ id, title, link, languages }) => ({
        id,
        title,
        linkIn: (language) =>
          languages.some((translated) => translated === language) ? `${link}?lang=${language}` : link,
      }))}
      error={error}
      onRetry={() => void refetch()}
      empty={t`No issue is published.`}
      all={{ to: '/dashboard/apps/newsletter', label: t`Go to Content Studio` }}
      onOpen={() => setOpened(true)}
      onChoose={onChoose}
    />
  )
}

interface ListedPagesProps extends PageMenuProps {
  label: ReactNode
  pages: LinkedPage[] | undefined
  error: unknown
  onRetry: () => void
  empty: string
  all: { to: string; label: string }
  onOpen: () => void
}

function PageMenu({ label, pages, error, onRetry, empty, all, onOpen, onChoose }: ListedPagesProps) {
  const messageFor = useErrorText()
  return (
    <Menu position="bottom-start" width={280} onOpen={onOpen} returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.pages ?? ''}>
        {error !== undefined && (
          <>
            <Menu.Label>{messageFor(error)}</Menu.Label>
            <Menu.Item closeMenuOnClick={false} onClick={onRetry}>
              <Trans>Try again</Trans>
            </Menu.Item>
          </>
        )}
        {error === undefined && !pages && <Skeleton height={32} m={4} width="auto" />}
        {pages?.length === 0 && <Menu.Label>{empty}</Menu.Label>}
        {pages?.map((page) => (
          <Menu.Item key={page.id} onClick={() => onChoose(page)}>
            <bdi translate="no">{page.title}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={all.to}>
          {all.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
