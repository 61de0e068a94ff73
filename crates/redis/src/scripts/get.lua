-- Reads a record. ARGV: fields.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return {now, redis.call('HMGET', KEYS[1], 'v', 't', unpack(ARGV))}
