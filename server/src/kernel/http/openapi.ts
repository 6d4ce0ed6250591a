import { FAILURES } from '@crewline/contract/failures'
import { failing, type AnyEndpoint } from '@crewline/contract/endpoint'
import { z } from 'zod'
import type { Served } from './serve.ts'

/** Builds the OpenAPI 3.1 document of every served endpoint, from the contract alone. */
export function openApiOf(served: readonly Served[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, endpoint } of [...served].sort((a, b) => (a.endpoint.path < b.endpoint.path ? -1 : 1))) {
    const path = (paths[`/api${endpoint.path}`] ??= {})
    path[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crewline API',
      version,
      description:
        'Every response is `{status, …}`. 403 always means that the session has ended; 401 `past_due` that the account is past due.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(failing, 'output') },
    },
    paths,
  }
}

function operation(name: string, endpoint: AnyEndpoint): object {
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')]
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.session === 'none' ? {} : { security: [{ bearer: [] }] }),
    'x-permission': endpoint.can ?? null,
    'x-past-due': endpoint.pastDue,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body.def.type === 'undefined'
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }),
    responses: {
      '200': { description: 'OK', content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } } },
      default: {
        description: `Refused. Codes: ${Object.keys(FAILURES).join(', ')}.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): object[] {
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape ?? {}
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
