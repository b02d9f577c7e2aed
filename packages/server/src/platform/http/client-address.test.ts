import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'

import { addressBlock, clientAddress, isTrustedProxy } from './client-address.ts'

const proxies = ['10.0.0.0/8', '192.0.2.7/32', 'fd00::/8'].map((range) => ipaddr.parseCIDR(range))

describe('the address of the client', () => {
  test.each([
    ['is the peer without the header', '10.0.0.1', null, '10.0.0.1'],
    ['is the peer if it is not a trusted proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is what a trusted proxy forwards', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is what a proxy of another range forwards', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['is what a proxy with an IPv6 address forwards', 'fd00::1', '198.51.100.1', '198.51.100.1'],
    ['is in front of a chain of trusted proxies', '10.0.0.1', '198.51.100.1, 10.0.0.3 , fd00::2', '198.51.100.1'],
    ['is never what the client itself claims', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.3', '198.51.100.1'],
    ['is the peer if the header is malformed', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['is the peer if a malformed value is in front of trusted proxies', '10.0.0.1', 'unknown, 10.0.0.3', '10.0.0.1'],
    ['is the peer if only trusted proxies are named', '10.0.0.1', '10.0.0.2', '10.0.0.1'],
    ['is the IPv4 address of a mapped one', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['is the forwarded one without its port', '10.0.0.1', '198.51.100.1:50123', '198.51.100.1'],
    ['is the forwarded one without port behind another', '10.0.0.1', '198.51.100.1:5, 10.0.0.3:6', '198.51.100.1'],
    ['is an IPv6 address without brackets and port', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['is an IPv6 address without brackets', '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['is an address without quotes', '10.0.0.1', '"[2001:db8::1]:443", "198.51.100.7"', '198.51.100.7'],
    ['ignores empty elements', '10.0.0.1', '198.51.100.1, ,10.0.0.3,', '198.51.100.1'],
    ['is the peer if only empty elements are named', '10.0.0.1', ' , ', '10.0.0.1'],
    ['is the peer if the entry is a number', '10.0.0.1', '1', '10.0.0.1'],
    ['is the peer if the entry has another spelling', '10.0.0.1', '0x7f.1', '10.0.0.1'],
    ['is the peer if the port is none', '10.0.0.1', '198.51.100.1:x', '10.0.0.1'],
    ['is the peer if a bracket is missing', '10.0.0.1', '[2001:db8::1', '10.0.0.1'],
    ['is the text of the peer if it is no address', 'a socket', '198.51.100.1', 'a socket'],
  ])('%s', (_rule, peer, forwardedFor, expected) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(expected)
  })

  test('is reported if it cannot be read', () => {
    const unreadable: string[] = []
    const read = (forwardedFor: string): string =>
      clientAddress('10.0.0.1', forwardedFor, proxies, (entry) => unreadable.push(entry))

    read('198.51.100.1:80, 10.0.0.3')
    read('198.51.100.1, unknown')

    expect(unreadable).toEqual(['unknown'])
  })

  test('is the peer if no proxy is trusted', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.1', [])).toBe('10.0.0.1')
  })

  test('is not parsed if it is longer than any address', () => {
    const long = `${'0'.repeat(64)}::1`

    expect(clientAddress('10.0.0.1', `198.51.100.1, ${long}`, proxies)).toBe('10.0.0.1')
  })
})

describe('a trusted proxy', () => {
  test.each([
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['fd12::1', true],
    ['fe80::1', false],
    ['no address', false],
  ])('is in one of the ranges: %s', (address, isTrusted) => {
    expect(isTrustedProxy(address, proxies)).toBe(isTrusted)
  })
})

describe('the unit that limits count', () => {
  test('is an IPv4 address, mapped or not', () => {
    expect(addressBlock('198.51.100.1')).toBe('198.51.100.1')
    expect(addressBlock('::ffff:198.51.100.1')).toBe('198.51.100.1')
  })

  test('is the first half of an IPv6 address', () => {
    const block = addressBlock('2001:db8:0:a::1')

    expect(block).toBe('20010db80000000a/64')
    expect(addressBlock('2001:db8:0:a:ffff:1:2:3')).toBe(block)
    expect(addressBlock('2001:db8:0:b::1')).not.toBe(block)
  })

  test('is the text itself if it is no address', () => {
    expect(addressBlock('a socket')).toBe('a socket')
  })
})
