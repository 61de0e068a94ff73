-- Reads entries of an index from a time on, and those of that very time besides. ARGV: from, how many.
local besides = ARGV[1] == '-inf' and 0 or redis.call('ZCOUNT', KEYS[1], ARGV[1], ARGV[1])
return redis.call('ZRANGE', KEYS[1], ARGV[1], '+inf', 'BYSCORE', 'LIMIT', 0, besides + ARGV[2], 'WITHSCORES')
