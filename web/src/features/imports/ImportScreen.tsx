import type { Import } from '@crewline/contract/imports'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useParams, useSearchParams } from 'react-router'
import { refusalOf } from '../../shared/api/send.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/feedback/useSettledLoading.ts'
import { invalidateContacts, useOneImportQuery } from './api.ts'
import { DiscardImport } from './steps/DiscardImport.tsx'
import classes from './Imports.module.css'
import { ResultStep } from './steps/ResultStep.tsx'
import { StepList } from './steps/StepList.tsx'
import { isUnrun, isWorking, openSteps, stepOf, type Step } from './steps/steps.ts'
import { Working } from './steps/Working.tsx'

// Each step is loaded when it is shown, so that the grid and the long selects load only when needed.
const MatchStep = lazy(async () => ({ default: (await import('./match/MatchStep.tsx')).MatchStep }))
const CheckStep = lazy(async () => ({ default: (await import('./check/CheckStep.tsx')).CheckStep }))
const FinishStep = lazy(async () => ({ default: (await import('./steps/FinishStep.tsx')).FinishStep }))
const FailedStep = lazy(async () => ({ default: (await import('./steps/FailedStep.tsx')).FailedStep }))

/** Loads an import, which live events keep up to date, and invalidates the lists once a job is over. */
function useImport(id: string) {
  const dispatch = useDispatch()
  const { data, error, refetch } = useOneImportQuery(id)
  const before = useRef(data?.state)
  useEffect(() => {
    const was = before.current
    before.current = data?.state
    if ((was === 'running' || was === 'undoing') && data && !isWorking(data.state)) dispatch(invalidateContacts())
  }, [data, dispatch])
  return { one: data, error, refetch }
}

function Body({
  contactImport: one,
  step,
  onStep,
}: {
  contactImport: Import
  step: Step
  onStep: (step: Step) => void
}) {
  if (one.state === 'failed') return <FailedStep contactImport={one} />
  if (isWorking(one.state)) return <Working key={one.state} contactImport={one} />
  if (step === 'match') return <MatchStep contactImport={one} onDone={() => onStep('check')} />
  if (step === 'check')
    return <CheckStep contactImport={one} onBack={() => onStep('match')} onNext={() => onStep('finish')} />
  if (one.state === 'checked') return <FinishStep contactImport={one} onBack={() => onStep('check')} />
  return <ResultStep contactImport={one} />
}

function NotThere({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  // A truncated link contains no valid import id.
  const code = refusalOf<'readImport'>(error)?.code
  const isNotFound = code === 'not_found' || code === 'invalid'
  if (!isNotFound) return <StatePanel kind="error" onRetry={onRetry} />
  return (
    <StatePanel
      kind="noMatch"
      title={t`Import not found`}
      text={t`It was discarded, or the link is wrong. Check the link or start a new import.`}
      action={
        <Button component={Link} to="/dashboard/contacts/import" variant="default">
          <Trans>Start a new import</Trans>
        </Button>
      }
    />
  )
}

/**
 * One import from column matching to its result. The step follows the server state, so a user can leave and return at
 * any time.
 */
export default function ImportScreen() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const { one, error, refetch } = useImport(id)
  const showsSkeleton = useSettledLoading(one === undefined && error === undefined)
  const step = one ? stepOf(one.state, params.get('step')) : 'upload'
  const show = (next: Step) => setParams({ step: next })
  return (
    <Screen
      title={t`Import contacts`}
      actions={
        <>
          {one && (
            <span className={classes.file}>
              <bdi>{one.fileName}</bdi>
              {one.rows > 0 && (
                <>
                  {' · '}
                  <Plural value={one.rows} one="# row" other="# rows" />
                </>
              )}
            </span>
          )}
          {one && isUnrun(one.state) && <DiscardImport contactImport={one} />}
          <Anchor component={Link} to="/dashboard/contacts/import">
            <Trans>All imports</Trans>
          </Anchor>
        </>
      }
    >
      {error !== undefined && one === undefined ? (
        <NotThere error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <StepList step={step} open={one ? openSteps(one.state) : []} hrefOf={(to) => `?step=${to}`} />
          <Suspense fallback={<SkeletonRows count={8} />}>
            {one && <Body contactImport={one} step={step} onStep={show} />}
          </Suspense>
          {showsSkeleton && <SkeletonRows count={8} />}
        </>
      )}
    </Screen>
  )
}
