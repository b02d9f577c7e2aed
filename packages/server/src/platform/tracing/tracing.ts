import {
  context,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api'

/*
 * The spans of OpenTelemetry. The operator's process starts an SDK before it loads the service (docs/tracing.md).
 * Without one, nothing here does any work. Spans have names of routes, tables and hosts, and never values, addresses of
 * clients or messages of errors.
 */

const SCOPE = 'portico'

/** Returns the tracer of the SDK that this process has started; null if there is none. */
export function findTracer(): Tracer | null {
  const provider = trace.getTracerProvider()
  const isWithoutSdk = provider instanceof ProxyTracerProvider && !provider.getDelegateTracer(SCOPE)
  return isWithoutSdk ? null : provider.getTracer(SCOPE)
}

/** Runs work in a root span: it has no parent. */
export function inRootSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const tracer = findTracer()
  return tracer ? runIn(tracer.startSpan(name, { attributes }, ROOT_CONTEXT), work) : work()
}

/** Runs work in a span below the current one. Without a current one, the work is part of no trace. */
export function inChildSpan<T>(
  name: string,
  kind: 'client' | 'internal',
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  // The first check is the cheapest one, and is enough without an SDK.
  const tracer = trace.getActiveSpan() ? findTracer() : null
  if (!tracer) return work()
  const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
  return runIn(tracer.startSpan(name, { kind: spanKind, attributes }), work)
}

export interface TracedRequest {
  readonly request: Request
  readonly requestId: string
  /** Whether the caller may say to which trace the request belongs. */
  readonly isCallerTrusted: boolean
  readonly baseUrl: URL
}

/**
 * Runs the answer to a request in a span. It is part of the trace that `traceparent` names if the caller is trusted,
 * and otherwise begins a new one (W3C Trace Context).
 */
export async function inRequestSpan(
  tracer: Tracer,
  { baseUrl, isCallerTrusted, request, requestId }: TracedRequest,
  answer: () => Promise<Response>,
): Promise<Response> {
  const parent = isCallerTrusted
    ? propagation.extract(ROOT_CONTEXT, request.headers, {
        get: (headers, name) => headers.get(name) ?? undefined,
        keys: (headers) => [...headers.keys()],
      })
    : ROOT_CONTEXT
  const attributes = {
    'http.request.method': request.method,
    'url.scheme': baseUrl.protocol.slice(0, -1),
    'server.address': baseUrl.hostname,
    'portico.request_id': requestId,
  }
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent)
  return runIn(span, async () => {
    const response = await answer()
    const status = Number(response.headers.get('x-stack-actual-status') ?? response.status)
    span.setAttribute('http.response.status_code', status)
    if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR })
    return response
  })
}

/** Names the span of the current request after its route. */
export function nameRequestSpan(method: string, route: string): void {
  trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute('http.route', route)
}

/** Adds to the current span what became known during it. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes)
}

/** The ids of the current trace and span, for lines of the log. */
export function currentIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    // The message may contain a value.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
