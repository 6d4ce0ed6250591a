import type { PageLanguage } from '@crewline/contract/opt-in'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { useParams, useSearchParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { DeleteAction } from '../../shared/ui/overlay/DeleteAction.tsx'
import { useDeleteOptInPageMutation, useOptInPageQuery, useSaveOptInPageMutation } from './api.ts'
import { Clicks } from './Clicks.tsx'
import { Editor } from './Editor.tsx'
import { Joins } from './Joins.tsx'
import { contentOf, newContent } from './opt-in-rules.ts'
import { Share } from './Share.tsx'
import { PAGE_LANGUAGES } from './useOptInNames.ts'

type Tab = 'page' | 'share' | 'people'
const TABS: readonly Tab[] = ['page', 'share', 'people']

function NewPage() {
  const { t, i18n } = useLingui()
  const language: PageLanguage = PAGE_LANGUAGES.find((candidate) => candidate === i18n.locale) ?? 'en'
  return (
    <Screen title={t`New opt-in page`}>
      <Editor saved={newContent(language, t`Get work news by text`)} />
    </Screen>
  )
}

function ExistingPage({ id }: { id: string }) {
  const { t } = useLingui()
  const canEdit = useCan('replies.manage')
  const messageFor = useErrorText()
  const [params, setParams] = useSearchParams()
  const query = useOptInPageQuery(id)
  const [save, { isLoading }] = useSaveOptInPageMutation()
  const [remove] = useDeleteOptInPageMutation()
  const page = query.data
  // A page that is open stays, with its edits, while it cannot be fetched again.
  if (query.isError && !query.currentData)
    return (
      <Screen title={t`Contact Opt-in`}>
        <LoadFailed
          error={query.error}
          onRetry={() => void query.refetch()}
          gone={t`This page doesn't exist, or it was deleted`}
          list={{ to: '/dashboard/apps/contactoptin', name: t`All opt-in pages` }}
        />
      </Screen>
    )
  if (!page)
    return (
      <Screen title={t`Contact Opt-in`}>
        <Skeleton height={320} />
      </Screen>
    )
  const current = TABS.find((tab) => tab === params.get('tab')) ?? 'page'
  const isActive = page.status === 'active'
  const canPublish = page.checks.every(({ isDone }) => isDone)
  async function setStatus(): Promise<void> {
    if (!page) return
    const status = isActive ? 'paused' : 'active'
    const { error } = await save({ id, body: { ...contentOf(page), status, version: page.version } })
    if (error) toast.api({ title: t`Not saved`, message: messageFor(error) }, 'ERROR')
    else if (isActive)
      toast.api({ title: t`Paused`, message: t`People who open the page see that it is closed.` }, 'OK')
    else toast.api({ title: t`Published`, message: t`People can join now. Share the link or print the poster.` }, 'OK')
  }
  const statusButton = canEdit && (
    <Button
      variant={isActive ? 'default' : 'filled'}
      loading={isLoading}
      disabled={!isActive && !canPublish}
      title={!isActive && !canPublish ? t`Complete the checklist first.` : undefined}
      onClick={() => void setStatus()}
    >
      {isActive ? <Trans>Pause</Trans> : <Trans>Publish</Trans>}
    </Button>
  )
  return (
    <Screen
      title={page.name}
      isNamedByMembers
      actions={
        canEdit && (
          <>
            <DeleteAction
              title={t`Delete this page?`}
              confirmLabel={t`Delete page`}
              listPath="/dashboard/apps/contactoptin"
              onDelete={() => remove(id)}
            >
              <Trans>Its link and its posters stop working. What people agreed to is kept.</Trans>
            </DeleteAction>
            {statusButton}
          </>
        )
      }
    >
      <Tabs
        value={current}
        onChange={(tab) => setParams(tab === 'page' || tab === null ? {} : { tab }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="page">
            <Trans>Page</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="share">
            <Trans>Share</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="people">
            <Trans>Who joined</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="page">
          <Editor key={page.id} saved={contentOf(page)} page={page} />
        </Tabs.Panel>
        <Tabs.Panel value="share">
          <Share page={page} />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <Clicks page={page} />
          <Joins id={page.id} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

/** One opt-in page: how it looks, how it is shared, and who joined. */
export default function OptInPageScreen() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewPage /> : <ExistingPage key={id} id={id} />
}
