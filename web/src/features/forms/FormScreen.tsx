import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { useFormQuery } from './api.ts'
import { Builder } from './build/Builder.tsx'
import { contentOf } from './form-rules.ts'
import { FormMenu } from './FormMenu.tsx'
import { Share } from './Share.tsx'

const Results = lazy(() => import('./results/Results.tsx'))

type Tab = 'build' | 'share' | 'responses'
const TABS: readonly Tab[] = ['build', 'share', 'responses']

/** One form: how it is built, how people get it, and what they answered. */
export default function FormScreen() {
  const { t } = useLingui()
  const { id = '', tab } = useParams()
  const navigate = useNavigate()
  const canEdit = useCan('replies.manage')
  const query = useFormQuery(id)
  const form = query.data
  const current = TABS.find((candidate) => candidate === tab) ?? 'build'
  // A form that is open stays, with its edits, while it cannot be fetched again.
  if (query.isError && !query.currentData)
    return (
      <Screen title={t`Forms`}>
        <LoadFailed
          error={query.error}
          onRetry={() => void query.refetch()}
          gone={t`This form doesn't exist, or it was deleted`}
          list={{ to: '/dashboard/apps/forms', name: t`All forms` }}
        />
      </Screen>
    )
  if (!form)
    return (
      <Screen title={t`Forms`}>
        <Skeleton height={320} />
      </Screen>
    )
  return (
    <Screen title={form.name} isNamedByMembers actions={canEdit && <FormMenu form={form} />}>
      <Tabs
        value={current}
        onChange={(next) =>
          void navigate(`/dashboard/apps/forms/${id}${next === 'build' || next === null ? '' : `/${next}`}`, {
            replace: true,
          })
        }
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="build">
            <Trans>Build</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="share">
            <Trans>Share</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="responses">
            <Trans>Answers</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="build">
          <Builder key={form.id} form={form} saved={contentOf(form)} />
        </Tabs.Panel>
        <Tabs.Panel value="share">
          <Share form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="responses">
          <Suspense fallback={<Skeleton height={320} />}>
            <Results form={form} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
